// Everything: types, lint, boundaries, unit and service tests, the build, and journeys in a real browser.
import "./prepare.mjs";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { check, run, vitest } from "./check.mjs";

const browsers = [process.env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/** The browser for the journeys; a Debian machine without one gets Chromium through apt. */
const browser = () => {
  const found = browsers.find((path) => path && existsSync(path));
  if (found) return found;
  if (existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    console.log("Installing Chromium …");
    spawnSync("sh", ["-c", "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium"], { stdio: ["ignore", "ignore", "inherit"] });
    if (existsSync("/usr/bin/chromium")) return "/usr/bin/chromium";
  }
  throw new Error("No Chromium was found. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.");
};

const started = Date.now();
const total = { passed: 0, failed: 0 };
const add = ({ passed, failed }) => {
  total.passed += passed;
  total.failed += failed;
};
try {
  process.env.CHROMIUM_PATH = browser();
  add(check());
  run("build", process.execPath, ["bin/build.mjs"]);
  add(vitest("e2e", ["--config", "e2e/vitest.config.ts"]));
} catch (error) {
  console.error(error.message);
  total.failed += 1;
}
console.log(`All in ${Math.round((Date.now() - started) / 1000)} s`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed ? 1 : 0);
