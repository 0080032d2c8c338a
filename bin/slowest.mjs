// What a run says of its time: the ten slowest files, and the areas that are over their budget.
import "./prepare.mjs";

// Behind prepare.mjs: older versions of Node read no TypeScript.
const { journeys } = await import("../e2e/journeys.ts");

/** Seconds that one area's files may take together, each kind on its own. */
const budgets = { tests: 45, journeys: 75 };

const kindOf = (file) => (file.startsWith("e2e/") ? "journeys" : "tests");
const areaOf = (file) =>
  journeys.get(file)?.area ?? /^src\/areas\/([^/]+)\//.exec(file)?.[1] ?? null;
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/**
 * The lines for these files, `{[file]: milliseconds}`. Journeys have a budget as `npm test` goes
 * them; what `npm run journeys` goes beside them has none.
 */
export const slowest = (lasted) => {
  const files = Object.entries(lasted).toSorted(([, a], [, b]) => b - a);
  if (!files.length) return [];
  const sums = new Map();
  for (const [file, ms] of files) {
    const area = areaOf(file);
    if (!area || (kindOf(file) === "journeys" && process.env.LEVEE_JOURNEYS !== "test")) continue;
    const key = `${area}, ${kindOf(file)}`;
    sums.set(key, (sums.get(key) ?? 0) + ms);
  }
  const over = [...sums].filter(([key, ms]) => ms > budgets[key.split(", ")[1]] * 1000);
  return [
    "\nThe slowest files:",
    ...files.slice(0, 10).map(([file, ms]) => `- ${file}: ${seconds(ms)}`),
    ...(over.length ? ["Over their budget:"] : []),
    ...over.map(([key, ms]) => `- ${key}: ${seconds(ms)} of ${budgets[key.split(", ")[1]]} s`),
  ];
};
