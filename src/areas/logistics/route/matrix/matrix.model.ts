import type { Matrix } from "../problem.model.ts";

/** One way of a file of distances; null where the file says that none leads there. */
type FileWay = { meters: number; seconds: number } | null;
/** The ways of a file, by both names in small letters. */
type FileWays = ReadonlyMap<string, FileWay>;
export type ReadWays = { ok: true; ways: FileWays } | { ok: false; problem: string };

/** What each column may be called, and how many meters or seconds one of it is. */
const fromNames = ["from", "origin", "start"];
const toNames = ["to", "destination", "end"];
const lengths: Readonly<Record<string, number>> = {
  miles: 1609.344,
  mi: 1609.344,
  km: 1000,
  kilometers: 1000,
  meters: 1,
  m: 1,
};
const times: Readonly<Record<string, number>> = {
  minutes: 60,
  min: 60,
  seconds: 1,
  sec: 1,
  hours: 3600,
};
/** Farther than this, in meters, or longer, in seconds, is a slip of the pen. */
const most = { meters: 5_000_000, seconds: 172_800 } as const;

const keyOf = (from: string, to: string): string =>
  JSON.stringify([from.trim().toLowerCase(), to.trim().toLowerCase()]);

const noWay = new Set(["", "-", "–", "none", "no way", "n/a"]);

type Columns = { from: number; to: number; length: number; time: number; per: [number, number] };

const columnsOf = (head: readonly string[]): Columns | null => {
  const names = head.map((name) => name.trim().toLowerCase());
  const at = (known: readonly string[]) => names.findIndex((name) => known.includes(name));
  const columns = {
    ...{ from: at(fromNames), to: at(toNames) },
    ...{ length: at(Object.keys(lengths)), time: at(Object.keys(times)) },
  };
  if (Object.values(columns).some((column) => column < 0)) return null;
  return { ...columns, per: [lengths[names[columns.length]!]!, times[names[columns.time]!]!] };
};

const numberOf = (text: string): number | null =>
  /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : null;

const wayOf = (cells: readonly string[], c: Columns): FileWay | string => {
  const [length, time] = [(cells[c.length] ?? "").trim(), (cells[c.time] ?? "").trim()];
  if (noWay.has(length.toLowerCase()) && noWay.has(time.toLowerCase())) return null;
  const [far, long] = [numberOf(length), numberOf(time)];
  if (far === null || long === null)
    return `has “${far === null ? length : time}” where a number such as 12.5 is needed. Leave both cells empty where no way leads`;
  const way = { meters: Math.round(far * c.per[0]), seconds: Math.round(long * c.per[1]) };
  return way.meters > most.meters || way.seconds > most.seconds
    ? "is longer than 3,100 miles or 48 hours: check the unit in the heading"
    : way;
};

/**
 * The ways of a file of distances: its first line names the columns from, to, miles (or km, meters) and minutes
 * (or seconds, hours), in any order. Refused as a whole with the line where it cannot be read.
 */
export const readWays = (rows: readonly (readonly string[])[]): ReadWays => {
  const refused = (problem: string): ReadWays => ({ ok: false, problem });
  const columns = columnsOf(rows[0] ?? []);
  if (!columns)
    return refused("The file has no columns from, to, miles and minutes in its first line.");
  const ways = new Map<string, FileWay>();
  for (const [at, cells] of rows.entries()) {
    if (at === 0 || cells.every((cell) => cell.trim() === "")) continue;
    const [from, to] = [cells[columns.from] ?? "", cells[columns.to] ?? ""];
    if (!from.trim() || !to.trim()) return refused(`Line ${at + 1} lacks one of its two places.`);
    const way = wayOf(cells, columns);
    if (typeof way === "string") return refused(`Line ${at + 1} ${way}.`);
    const key = keyOf(from, to);
    const known = ways.get(key);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(way))
      return refused(
        `Line ${at + 1} says another distance from ${from.trim()} to ${to.trim()} than a line before it.`,
      );
    ways.set(key, way);
  }
  return ways.size === 0
    ? refused("The file has no distances below its heading.")
    : { ok: true, ways };
};

/** A place by the names under which a file may know it, the first the one that is shown. */
export type NamedPlace = readonly string[];

const sameName = (one: NamedPlace, other: NamedPlace): boolean =>
  one.some((name) => other.some((each) => each.trim().toLowerCase() === name.trim().toLowerCase()));

const found = (ways: FileWays, from: NamedPlace, to: NamedPlace): FileWay | undefined => {
  for (const one of from)
    for (const other of to) {
      const way = ways.get(keyOf(one, other));
      if (way !== undefined) return way;
    }
  return sameName(from, to) ? { meters: 0, seconds: 0 } : undefined;
};

/**
 * The distances between places out of a file. `holes`: ways that it does not say, which is not the same as that
 * none leads there.
 */
export const fileDistances = (
  ways: FileWays,
  places: readonly NamedPlace[],
): { seconds: Matrix; meters: Matrix; holes: { from: string; to: string }[] } => {
  const holes: { from: string; to: string }[] = [];
  const cells = places.map((from, row) =>
    places.map((to, column) => {
      if (row === column) return { meters: 0, seconds: 0 };
      const way = found(ways, from, to);
      if (way === undefined) holes.push({ from: from[0]!, to: to[0]! });
      return way ?? null;
    }),
  );
  const of = (what: "meters" | "seconds") =>
    cells.map((row) => row.map((way) => way?.[what] ?? null));
  return { seconds: of("seconds"), meters: of("meters"), holes };
};

const shown = 5;

/** What a file of distances lacks, as a sentence; empty where it lacks nothing. */
export const holesSay = (file: string, holes: readonly { from: string; to: string }[]): string => {
  if (holes.length === 0) return "";
  const named = holes.slice(0, shown).map(({ from, to }) => `from ${from} to ${to}`);
  const more = holes.length - named.length;
  return `${file} does not say how far it is ${named.join(", ")}${more > 0 ? ` and ${more} more ways` : ""}. Add a line for each; leave miles and minutes empty where no way leads.`;
};
