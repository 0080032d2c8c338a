// Everything: types, lint, boundaries, unit and service tests, the build, and journeys in a real
// browser.
import "./prepare.mjs";
import { browser } from "./browser.mjs";
import { check, run, summed, vitestBeside } from "./check.mjs";

const started = Date.now();
let total = { passed: 0, failed: 1 };
try {
  process.env.CHROMIUM_PATH = browser();
  const unit = check();
  run("build", process.execPath, ["bin/build.mjs"]);
  run("build for the journeys", process.execPath, ["bin/build.mjs"], {
    env: { ...process.env, LEVEE_DEV: "on" },
  });
  // Two servers with their own data side by side: journeys wait for deadlines, and one server
  // leaves half of two cores idle.
  const halves = ["e2e-people", "e2e-screens"].map((half) =>
    vitestBeside(half, ["--config", "e2e/vitest.config.ts", "--project", half]),
  );
  total = summed([unit, ...(await Promise.all(halves))]);
} catch (error) {
  console.error(error.message);
}
console.log(`All in ${Math.round((Date.now() - started) / 1000)} s`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed ? 1 : 0);
