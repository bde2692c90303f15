// How long a report takes to open in a headless Chromium, and how many pictures of its animation are drawn each second.
//   node report_speed.mjs PERILUNE SOURCES PACKAGES
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browserPath, openBrowser } from "../browser/browser.mjs";

const [program, sources, packages] = process.argv.slice(2);
if (!browserPath) {
  console.log("report: no Chromium here (apt-get install chromium)");
  process.exit(0);
}

// Opening: until the page says that it is ready and has been drawn.
async function opening(browser, path) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } }), start = performance.now();
  await page.goto(`file://${path}`);
  await page.waitForSelector("body[data-ready=yes]", { state: "attached" });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return { page, seconds: (performance.now() - start) / 1000 };
}

// While it plays for two seconds: all of the page is kept up to date, as for a reader.
async function framesPerSecond(page) {
  await page.click("#play");
  const rate = await page.evaluate(() => new Promise((done) => {
    const start = performance.now();
    let count = 0;
    const tick = (now) => { ++count, now - start < 2000 ? requestAnimationFrame(tick) : done((1000 * count) / (now - start)); };
    requestAnimationFrame(tick);
  }));
  await page.click("#play");
  return rate;
}

const folder = mkdtempSync(join(tmpdir(), "perilune-speed-"));
const browser = await openBrowser(packages);
for (const script of ["quick_return_clearance", "box_of_discs"]) {
  execFileSync(program, ["run", join(sources, "scripts/gallery", `${script}.lua`), "--report", "--quiet", "--out", join(folder, script)], { cwd: folder, stdio: "pipe" });
  const path = join(folder, script, "report.html"), times = [];
  let rate = 0;
  for (let i = 0; i < 3; ++i) {
    const { page, seconds } = await opening(browser, path);
    times.push(seconds), rate = Math.max(rate, await framesPerSecond(page));
    await page.close();
  }
  console.log(`report of ${script.padEnd(24)} ${(statSync(path).size / 1e6).toFixed(2)} MB   opens in ${Math.min(...times).toFixed(2)} s (aim 2)   ${rate.toFixed(0)} pictures a second (aim 30)`);
}
await browser.close();
rmSync(folder, { recursive: true });
