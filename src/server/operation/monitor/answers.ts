/** Groups of addresses whose times are told apart. */
const answerGroups = {
  read: "Reading",
  write: "Writing",
  signIn: "Sign-in",
  pages: "Pages and files",
} as const;
type Group = keyof typeof answerGroups;

const groupOf = (method: string, url: string): Group => {
  if (!url.startsWith("/api/")) return "pages";
  if (url.startsWith("/api/v1/auth")) return "signIn";
  return method === "GET" || method === "HEAD" ? "read" : "write";
};

/** A minute keeps so many times of a group; of more every further one takes a place by chance of its turn. */
const mostTimes = 4_000;
type Kept = { n: number; times: number[] };
const fresh = (): Record<Group, Kept> => ({
  read: { n: 0, times: [] },
  write: { n: 0, times: [] },
  signIn: { n: 0, times: [] },
  pages: { n: 0, times: [] },
});
let groups = fresh();
let errors = 0;

/** Notes an answer of this instance: how long it took, and whether it failed on our side. Nothing of who asked. */
export const noteAnswer = (method: string, url: string, status: number, ms: number): void => {
  const kept = groups[groupOf(method, url)];
  if (kept.times.length < mostTimes) kept.times.push(ms);
  else kept.times[kept.n % mostTimes] = ms;
  kept.n += 1;
  if (status >= 500) errors += 1;
};

/** A time that so many of a hundred do not exceed, in whole milliseconds; null for none. */
export const quantile = (times: readonly number[], part: number): number | null => {
  if (times.length === 0) return null;
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!);
};

/** What was answered since the last call: how many, how many failed, and their times by group. */
export const takeAnswers = (): Record<string, number | null> => {
  const taken = groups;
  const failed = errors;
  groups = fresh();
  errors = 0;
  const all = Object.values(taken).flatMap(({ times }) => times);
  return {
    answers: Object.values(taken).reduce((sum, { n }) => sum + n, 0),
    errors: failed,
    p50: quantile(all, 0.5),
    p95: quantile(all, 0.95),
    ...Object.fromEntries(
      Object.entries(taken).map(([group, { times }]) => [`p95.${group}`, quantile(times, 0.95)]),
    ),
  };
};
