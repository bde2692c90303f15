// node bundle.mjs SOURCES BUILD: writes BUILD/page.cpp, the page as texts of the program. The libraries are in BUILD/node_modules.
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [sources, build] = process.argv.slice(2).map((path) => resolve(path));
const esbuild = createRequire(join(build, "package.json"))("esbuild");

// Modules of ours find libraries where npm put them. Those whose code is in the result have their licence before it.
async function bundle(entry, libraries = []) {
  const licences = await Promise.all(libraries.map((name) => readFile(join(build, "node_modules", name, "LICENSE"), "utf8")));
  const result = await esbuild.build({
    entryPoints: [join(sources, entry)],
    nodePaths: [join(build, "node_modules")],
    bundle: true, write: false, minify: true, format: "iife", target: "es2020", charset: "utf8",
    legalComments: "none", logLevel: "warning",
    banner: { js: licences.map((text, i) => `/* ${libraries[i]}\n${text.trim()} */`).join("\n") },
  });
  // Within the page a script ends at the first </script>, wherever it stands.
  return result.outputFiles[0].text.replaceAll("</script", "<\\/script");
}

// Raw string literals of at most 16 kB: what every compiler takes, joined by it.
function literal(text) {
  const mark = "~~page~~";
  if (text.includes(`)${mark}"`)) throw new Error(`the page contains the mark of its own end, ${mark}`);
  const pieces = text.match(/[^]{1,16000}/gu) ?? [""];
  return pieces.map((piece) => `R"${mark}(${piece})${mark}"`).join("\n");
}

const [html, style, page, space] = await Promise.all([
  readFile(join(sources, "page.html"), "utf8"), bundle("page.css"), bundle("main.js", ["uplot"]), bundle("space.js", ["three"])]);
const texts = { page_html: html, page_style: style, page_program: page, page_space_program: space };
const definitions = Object.entries(texts).map(([name, text]) => `const char* const ${name} =\n${literal(text)};\n`);
await writeFile(join(build, "page.cpp"),
  `#include "engine/results/report/page.h"\n\nnamespace perilune {\n\n${definitions.join("\n")}\n}  // namespace perilune\n`);
