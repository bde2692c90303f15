// A headless Chromium for the tests and benchmarks of reports, driven by the playwright-core of the page's lockfile.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const paths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
export const browserPath = process.env.PERILUNE_BROWSER ?? paths.find((path) => existsSync(path));

// packages: the folder that has node_modules.
export async function openBrowser(packages, more = []) {
  const { chromium } = createRequire(join(packages, "package.json"))("playwright-core");
  return chromium.launch({
    executablePath: browserPath, headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", ...more],
  });
}
