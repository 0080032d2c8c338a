// What a run says of its time: seconds of every area and the ten slowest files, and which of them
// grew since they were kept. `node bin/slowest.mjs --keep` keeps those of the last runs.
import "./prepare.mjs";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Behind prepare.mjs: older versions of Node read no TypeScript.
const { journeys } = await import("../e2e/journeys.ts");

const KEPT = "bin/seconds.json";
const LAST = ".cache/seconds.json";
/** All that `npm test` does, on two cores, when every area stands. */
export const WHOLE_SECONDS = 1_800;
/** What grew by less, in seconds or in share, is the noise of a run. */
const noise = { seconds: 5, share: 0.25 };

const kindOf = (file) => (file.startsWith("e2e/") ? "journeys" : "tests");
const areaOf = (file) =>
  journeys.get(file)?.area ??
  /^src\/areas\/([^/]+)\//.exec(file)?.[1] ??
  file
    .split("/")
    .slice(0, file.startsWith("src/") ? 2 : 1)
    .join("/");
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

/** `{[area, kind]: milliseconds}`, the slowest first. */
const byArea = (lasted) => {
  const sums = new Map();
  for (const [file, ms] of Object.entries(lasted)) {
    const key = `${areaOf(file)}, ${kindOf(file)}`;
    sums.set(key, (sums.get(key) ?? 0) + ms);
  }
  return [...sums].toSorted(([, a], [, b]) => b - a);
};

const grown = (ms, before) =>
  before !== undefined && ms - before > noise.seconds * 1000 && ms - before > noise.share * before
    ? ` (${seconds(before)} when it was kept)`
    : "";

/**
 * The lines for these files, `{[file]: milliseconds}`: an area a line, then the ten slowest files;
 * `kept` are the milliseconds of an earlier run, by file.
 */
export const linesOf = (lasted, kept = {}) => {
  const ran = Object.fromEntries(Object.entries(kept).filter(([file]) => file in lasted));
  const before = new Map(byArea(ran));
  const files = Object.entries(lasted).toSorted(([, a], [, b]) => b - a);
  if (!files.length) return [];
  return [
    "\nSeconds by area:",
    ...byArea(lasted).map(([key, ms]) => `- ${key}: ${seconds(ms)}${grown(ms, before.get(key))}`),
    "The slowest files:",
    ...files.slice(0, 10).map(([file, ms]) => `- ${file}: ${seconds(ms)}${grown(ms, kept[file])}`),
  ];
};

/** The lines of a run, which is remembered for `--keep`. */
export const slowest = (lasted) => {
  mkdirSync(".cache", { recursive: true });
  writeFileSync(LAST, JSON.stringify({ ...read(LAST), ...lasted }));
  return linesOf(lasted, read(KEPT));
};

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === "--keep") {
  const kept = Object.entries(read(LAST))
    .filter(([file, ms]) => existsSync(file) && ms >= 1000)
    .map(([file, ms]) => [file, Math.round(ms)])
    .toSorted(([a], [b]) => a.localeCompare(b));
  writeFileSync(KEPT, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
  console.log(`${kept.length} files of a second or more are kept in ${KEPT}`);
}
