import { readFile } from "node:fs/promises";

/** A migration as a database notes it: its file's name and the hash of its text. */
export type RanMigration = { name: string; sha256: string };

type Baseline = {
  /** The migration that makes in a new database what those before it made. */
  name: string;
  /** The last version that carries them one by one. */
  lastVersion: string;
  migrations: RanMigration[];
};

/** What the baseline stands for; their texts are in the history of the repository. */
export const readBaseline = async (): Promise<Baseline> =>
  JSON.parse(await readFile(new URL("../../../db/baseline.json", import.meta.url), "utf8"));

/**
 * Where migrations that ran stand: `before` the baseline with some of those that it stands for
 * (`ran` of `all`), `at` it with every one, `beyond` it where it ran itself, or `new` with none.
 */
export const standingOf = (
  { name, migrations }: Baseline,
  ran: ReadonlySet<string>,
): { at: "new" | "before" | "at" | "beyond"; ran: number; all: number } => {
  const count = migrations.filter((each) => ran.has(each.name)).length;
  const all = migrations.length;
  if (ran.has(name)) return { at: "beyond", ran: count, all };
  if (count === 0) return { at: "new", ran: 0, all };
  return { at: count === all ? "at" : "before", ran: count, all };
};

/** The names that a set stands for, with the baseline where it has all that it stands for. */
export const withBaseline = (baseline: Baseline, names: ReadonlySet<string>): ReadonlySet<string> =>
  standingOf(baseline, names).at === "at" ? new Set([...names, baseline.name]) : names;
