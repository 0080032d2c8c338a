// `npm run journeys -- AREA …`: every journey of these areas in a real browser, the long ones too;
// `all` goes all of them. Without an area it lists what there is.
import "./prepare.mjs";
import { browser } from "./browser.mjs";
import { run, summed, vitestBeside } from "./check.mjs";

// Behind prepare.mjs: older versions of Node read no TypeScript.
const { journeyAreas, journeys, journeysOf } = await import("../e2e/journeys.ts");
const { removeData, tellDemo } = await import("../e2e/data.ts");

const list = () => {
  console.log("npm run journeys -- AREA …   (or `all`); * is part of npm test\n");
  for (const area of journeyAreas)
    console.log(
      `  ${area.padEnd(14)}${[...journeys]
        .filter(([, journey]) => journey.area === area)
        .map(([file, { tier }]) => file.slice(4, -7) + (tier === "test" ? "*" : ""))
        .join(" ")}`,
    );
};

/**
 * Goes the journeys that `which` names (e2e/journeys.ts) on the two servers side by side: journeys
 * wait for deadlines, and one server leaves half of two cores idle. The demo's story is told once, and
 * each server begins with a copy of it. Needs the build of the journeys.
 */
export const goJourneys = async (which) => {
  process.env.LEVEE_JOURNEYS = which;
  const servers = new Set(journeysOf(which).map((file) => journeys.get(file).server));
  const began = Date.now();
  const told = servers.size > 1 ? await tellDemo() : null;
  if (told) {
    process.env.E2E_TOLD = told;
    console.log(`  the demo's story: ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  try {
    return await Promise.all(
      [...servers].map((server) =>
        vitestBeside(`e2e-${server}`, [
          "--config",
          "e2e/vitest.config.ts",
          "--project",
          `e2e-${server}`,
        ]),
      ),
    );
  } finally {
    if (told) removeData(told);
  }
};

/** The build that journeys use: with what a server of development shows. */
export const buildForJourneys = () =>
  run("build for the journeys", process.execPath, ["bin/build.mjs"], {
    env: { ...process.env, LEVEE_DEV: "on" },
  });

if (import.meta.main) {
  const asked = process.argv.slice(2);
  if (asked.length === 0) list();
  else
    try {
      const which = asked.join(",");
      journeysOf(which);
      process.env.CHROMIUM_PATH = browser();
      buildForJourneys();
      const { passed, failed } = summed(await goJourneys(which));
      console.log(`${passed} passed, ${failed} failed`);
      process.exit(failed ? 1 : 0);
    } catch (error) {
      console.error(error.message);
      console.log("0 passed, 1 failed");
      process.exit(1);
    }
}
