// Opens reports of gallery scripts in a browser and uses them as a reader does.
//   node report_test.mjs PERILUNE SOURCES PACKAGES [REPORTS]        exit status 77: there is no browser
// PACKAGES has node_modules; REPORTS are those that the gallery's test has left.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { browserPath, openBrowser } from "./browser.mjs";

const [program, sources, packages, reports] = process.argv.slice(2);
if (!browserPath) {
  console.log("no Chromium here: reports are not opened in a browser (apt-get install chromium)");
  process.exit(77);
}

const folder = mkdtempSync(join(tmpdir(), "perilune-report-"));
const screenshots = process.env.PERILUNE_SCREENSHOTS;  // a folder, for whoever wants to look at them
let browser;
before(async () => { browser = await openBrowser(packages); });
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

// A script's results: its report and its CSV files. It runs once.
function results(script) {
  const out = join(folder, script);
  if (!existsSync(out)) execFileSync(program, ["run", join(sources, "scripts/gallery", `${script}.lua`), "--report", "--quiet", "--out", out], { cwd: folder, stdio: "pipe" });
  return { page: join(out, "report.html"), csv: (number) => readCsv(join(out, `run${number}.csv`)) };
}

function readCsv(path) {
  const [head, ...rows] = readFileSync(path, "utf8").trim().split("\n").map((line) => line.split(","));
  const table = rows.map((row) => row.map(Number));
  return { rows: table, column: (name) => head.indexOf(name) };
}

// The page, and all that it said or asked for.
async function open(path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options }), page = await context.newPage();
  const complaints = [], requests = [];
  // Graphics drivers that are software say that they are slow.
  page.on("console", (m) => { if (["error", "warning"].includes(m.type()) && !m.text().includes("GL Driver Message")) complaints.push(m.text()); });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`file://${path}`);
  await page.waitForSelector("body[data-ready=yes]");
  return { page, complaints, requests, close: () => context.close() };
}

// How many colours a picture has, and which part of it is not the most frequent one.
async function look(page, png) {
  return page.evaluate(async (url) => {
    const image = await createImageBitmap(await (await fetch(url)).blob()), canvas = new OffscreenCanvas(image.width, image.height);
    const g = canvas.getContext("2d");
    g.drawImage(image, 0, 0);
    const counts = new Map(), pixels = new Uint32Array(g.getImageData(0, 0, image.width, image.height).data.buffer);
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    return { colours: counts.size, drawn: 1 - Math.max(...counts.values()) / pixels.length };
  }, `data:image/png;base64,${png.toString("base64")}`);
}

async function assertNotBlank(page, selector, name) {
  const png = await page.locator(selector).first().screenshot();
  if (screenshots) mkdirSync(screenshots, { recursive: true }), writeFileSync(join(screenshots, `${name}.png`), png);
  const { colours, drawn } = await look(page, png);
  assert.ok(colours > 8 && drawn > 0.005, `${name}: ${colours} colours, ${(100 * drawn).toFixed(2)} % drawn`);
}

const time = (page) => page.evaluate(() => perilune.clock.t);

for (const { script, body, run, kind } of [
  { script: "bouncing_ball", body: "ball", run: 1, kind: "planar" },
  { script: "slider_crank_clearance", body: "rod", run: 2, kind: "clearance" },
  { script: "heavy_top", body: "top", run: 4, kind: "spatial" },
]) {
  describe(`${kind}: ${script}`, () => {
    let made, opened;
    const openRun = async (options) => {
      const one = await open(made.page, options);
      if (run > 1) await one.page.locator("#runs .choice button").nth(run - 1).click();
      return one;
    };
    const placeAt = (page, t) => page.evaluate(([at, name]) => perilune.placeAt(at, name), [t, body]);
    before(async () => { made = results(script), opened = await openRun(); });
    after(async () => opened.close());

    test("is below 3 MB", () => assert.ok(readFileSync(made.page).length < 3e6));

    test("shows the body where the CSV file has it", async () => {
      const { rows, column } = made.csv(run), spatial = kind === "spatial";
      const wanted = ["x", "y", ...(spatial ? ["z"] : [])].map((axis) => column(`${body}.${axis}`));
      assert.ok(wanted.every((i) => i > 0), `the CSV file has ${body}.x`);
      // At frames, where nothing is interpolated, that are records, too.
      const frames = await opened.page.evaluate(() => Array.from(perilune.shown()[0].frames.t));
      const end = frames.at(-1), byTime = new Map(rows.map((row) => [Math.round((row[0] / end) * 1e8), row]));
      const common = frames.filter((t) => byTime.has(Math.round((t / end) * 1e8)));
      assert.ok(common.length >= 20, `${common.length} frames are records`);
      const size = Math.max(...wanted.map((i) => Math.max(...rows.map((row) => Math.abs(row[i])))));
      for (const t of common.filter((_, i) => i % Math.ceil(common.length / 40) === 0)) {
        const row = byTime.get(Math.round((t / end) * 1e8));
        const drawn = await placeAt(opened.page, t);
        wanted.forEach((i, k) => assert.ok(Math.abs(drawn[k] - row[i]) < 2e-6 * size, `t = ${t}: drawn ${drawn[k]}, CSV ${row[i]}`));
      }
    });

    test("playing moves it, pausing stops it, keys do the same", async () => {
      const { page } = opened, start = await placeAt(page, 0);
      await page.evaluate(() => perilune.setTime(0));
      await page.click("#play");
      await page.waitForFunction(() => perilune.clock.t > 0.02 * perilune.shown()[0].end, null, { timeout: 5000 });
      await page.click("#play");
      const stopped = await time(page), moved = await placeAt(page, stopped);
      assert.ok(Math.hypot(...moved.map((x, i) => x - start[i])) > 1e-6, "it moved");
      await page.waitForTimeout(120);
      assert.equal(await time(page), stopped);
      await page.keyboard.press("Home");
      await page.focus("#scrub"), await page.keyboard.press("ArrowRight");
      const step = await page.evaluate(() => [perilune.clock.t, perilune.shown()[0].frames.t[1]]);
      assert.equal(step[0], step[1]);
      await page.keyboard.press(" ");
      await page.waitForFunction((t) => perilune.clock.t > t, step[0], { timeout: 5000 });
      await page.keyboard.press(" ");
      assert.equal(await page.evaluate(() => perilune.clock.playing), false);
    });

    test("a click on an event shows its instant", async (t) => {
      const { page } = opened, count = await page.locator("#events button").count(), nth = Math.min(2, count - 1);
      if (!count && kind === "spatial") return t.skip("nothing happens in it");
      const event = await page.evaluate((k) => perilune.shown()[0].events[k].t, nth);
      await page.locator("#events button").nth(nth).click();
      await page.waitForFunction((t) => perilune.clock.t === t, event, { timeout: 2000 });
      assert.ok(await page.locator("#events button").nth(nth).evaluate((b) => b.classList.contains("now")));
      assert.equal(Number((await page.textContent("#clock")).replace(" s", "")), Number(event.toPrecision(5)));
    });

    test("plots over time have one range and one cursor", async () => {
      const { page } = opened, over = page.locator("#plots .u-over");
      assert.ok((await over.count()) >= 1);
      await over.first().scrollIntoViewIfNeeded();
      const box = await over.first().boundingBox(), at = (part) => [box.x + part * box.width, box.y + box.height / 2];
      await page.mouse.click(...at(0.5));
      await page.waitForFunction(() => Math.abs(perilune.clock.t / perilune.shown()[0].end - 0.5) < 0.02, null, { timeout: 2000 });
      const lines = await page.locator(".instant").evaluateAll((list) => list.map((line) => new DOMMatrix(getComputedStyle(line).transform).e / line.parentElement.clientWidth));
      for (const place of lines) assert.ok(Math.abs(place - 0.5) < 0.02, `the cursor is at ${place}`);
      await page.mouse.move(...at(0.25)), await page.mouse.down(), await page.mouse.move(...at(0.5), { steps: 4 }), await page.mouse.up();
      await page.mouse.move(1, 1);
      await page.waitForTimeout(60);
      const zoomed = await page.locator(".instant").evaluateAll((list) => list.map((line) => new DOMMatrix(getComputedStyle(line).transform).e / line.parentElement.clientWidth));
      for (const place of zoomed) assert.ok(Math.abs(place - 1) < 0.08, `after zooming the cursor is at ${place}`);
      await page.click("#zoom-all");
    });

    test("a screenshot is not blank, light or dark, wide or narrow", async () => {
      for (const colorScheme of ["light", "dark"]) {
        const other = await openRun({ colorScheme });
        await other.page.evaluate(() => perilune.setTime(0.4 * perilune.shown()[0].end));
        await other.page.waitForTimeout(100);
        assert.equal(await other.page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
        await assertNotBlank(other.page, ".mechanism", `${kind}-${colorScheme}`);
        await assertNotBlank(other.page, "#plots .u-wrap", `${kind}-plot-${colorScheme}`);
        if (screenshots) await other.page.screenshot({ path: join(screenshots, `${kind}-page-${colorScheme}.png`), fullPage: true });
        assert.deepEqual(other.complaints, []);
        await other.close();
      }
      const phone = await openRun({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
      const wide = await phone.page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `the page is ${wide} px wide on a phone`);
      await assertNotBlank(phone.page, ".mechanism", `${kind}-phone`);
      if (screenshots) await phone.page.screenshot({ path: join(screenshots, `${kind}-page-phone.png`), fullPage: true });
      await phone.close();
    });

    test("complains about nothing and asks the network for nothing", () => {
      assert.deepEqual(opened.complaints, []);
      assert.deepEqual(opened.requests.filter((url) => !/^(file|data|blob):/.test(url)), []);
    });
  });
}

describe("several runs", () => {
  test("are laid side by side with one clock", async () => {
    const { page, complaints, close } = await open(results("slider_crank_clearance").page);
    await page.locator("#runs input").nth(1).check();
    assert.equal(await page.locator(".mechanism").count(), 2);
    const words = await page.locator("#plots .plot").first().locator(".legend > span").allTextContents();
    assert.equal(words.length, 2);
    assert.equal(await page.locator("#statistics th").count(), 2);
    assert.equal(await page.locator("#steps .plot").count(), 2);
    // Driven at the same speed, the cranks agree.
    const angles = await page.evaluate(() => perilune.runs.map((run) => perilune.placeAt(0.03, "crank", [0.05, 0, 0], run)));
    angles[0].forEach((x, i) => assert.ok(Math.abs(x - angles[1][i]) < 1e-6));
    assert.deepEqual(complaints, []);
    await close();
  });
});

describe("without WebGL", () => {
  test("what is in space is drawn on a plain canvas", async () => {
    const plain = await openBrowser(packages, ["--disable-3d-apis"]), page = await plain.newPage(), complaints = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(`file://${results("heavy_top").page}`);
    await page.waitForSelector("body[data-ready=yes]");
    assert.equal(await page.evaluate(() => perilune.stageOf(perilune.runs[0]).usesWebGL), false);
    const at = (t) => page.evaluate((s) => perilune.placeAt(s, "top"), t);
    assert.notDeepEqual(await at(0), await at(0.1));
    await assertNotBlank(page, ".mechanism", "spatial-plain");
    assert.deepEqual(complaints, []);
    await plain.close();
  });
});

describe("the gallery", () => {
  const pages = reports && existsSync(reports) ? readdirSync(reports).filter((name) => name.endsWith(".html")) : [];
  test("every report opens", { skip: pages.length ? false : "the gallery's test has not run yet" }, async () => {
    const opens = async ({ page, complaints, requests }, name) => {
      await page.goto(`file://${join(reports, name)}`);
      await page.waitForSelector("body[data-ready=yes]");
      const words = await page.evaluate(() => [perilune.runs.length, document.querySelectorAll(".mechanism").length, document.querySelectorAll("#plots .plot").length]);
      assert.ok(words[0] === 0 || (words[1] === 1 && words[2] >= 1), `${name}: ${words}`);
      assert.deepEqual(complaints, [], name);
      assert.deepEqual(requests.filter((url) => !/^(file|data|blob):/.test(url)), [], name);
    };
    // Two at a time.
    const left = [...pages], work = async () => {
      const one = await open(join(reports, pages[0]));
      while (left.length) await opens(one, left.pop());
      await one.close();
    };
    await Promise.all([work(), work()]);
  });
});
