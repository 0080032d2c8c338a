// Every route in a real browser: guards for every identity, and accessibility (axe) in both themes
// at 390 and 1440 px. Some minutes.
import "./prepare.mjs";
import { browser } from "./browser.mjs";
import { run, summed, vitest } from "./check.mjs";

try {
  process.env.CHROMIUM_PATH = browser();
  process.env.LEVEE_ROUTES = "all";
  run("build", process.execPath, ["bin/build.mjs"]);
  const { passed, failed } = summed([
    vitest("routes", [
      "--config",
      "e2e/vitest.config.ts",
      "e2e/guards.e2e.ts",
      "e2e/routes.e2e.ts",
    ]),
  ]);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
} catch (error) {
  console.error(error.message);
  console.log("0 passed, 1 failed");
  process.exit(1);
}
