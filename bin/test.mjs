// Everything: types, lint, boundaries, unit and service tests, the build, and journeys in a real
// browser.
import "./prepare.mjs";
import { browser } from "./browser.mjs";
import { check, summed } from "./check.mjs";
import { WHOLE_SECONDS } from "./slowest.mjs";
import { buildForJourneys, goJourneys } from "./journeys.mjs";

const started = Date.now();
let total = { passed: 0, failed: 1 };
try {
  process.env.CHROMIUM_PATH = browser();
  const unit = check();
  buildForJourneys();
  total = summed([unit, ...(await goJourneys("test"))]);
} catch (error) {
  console.error(error.message);
}
console.log(
  `All in ${Math.round((Date.now() - started) / 1000)} s; with every area it is to stay within ${WHOLE_SECONDS} s`,
);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed ? 1 : 0);
