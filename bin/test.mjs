// Everything: types, lint, boundaries, unit and service tests, the build, and journeys in a real browser.
import "./prepare.mjs";
import { browser } from "./browser.mjs";
import { check, run, vitest } from "./check.mjs";

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
