import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { stepOf, type Every } from "#kernel/forecast/steps.ts";
import { day } from "#kernel/time.ts";
import { businessDate } from "../clock.ts";
import type { Db } from "../db/db.ts";
import { rowsAs } from "../db/read-as.ts";
import type { ListQuery } from "../http/list.ts";
import type { Moments } from "./as-of.ts";
import { carriedOn, stepsThrough } from "./balance.model.ts";
import { timeIn } from "./facts.ts";
import { mostRows, mostWaits, statementOf, type Asked } from "./figure-statement.ts";
import { daysWithin, type Waited } from "./waiting.model.ts";

/** A figure of one part of an answer: what parts it and its words, the value, how many rows it counts. */
export type FigurePart = {
  keys: (string | null)[];
  names: (string | null)[];
  value: number | null;
  rows: number;
};

type Parting = {
  read: ListQuery;
  by: readonly string[];
  question: Moments & { from?: string; until?: string };
};

const texts = z.string().nullable();
const stored = z.object({ value: z.number().nullable(), rows: z.number() }).catchall(texts);
const waits = z
  .object({ days: z.number().nullable(), ended: z.boolean(), rows: z.number() })
  .catchall(texts);

const partOf = (row: Record<string, unknown>, by: readonly string[]) => ({
  keys: by.map((_, n) => row[`key${n}`] as string | null),
  names: by.map((_, n) => row[`name${n}`] as string | null),
});

// How many rows took how many days, as the days within which a part of each group has ended.
const durations = (
  rows: readonly z.output<typeof waits>[],
  by: readonly string[],
  percent: number,
) => {
  const groups = new Map<string, FigurePart & { waited: Waited[] }>();
  for (const row of rows) {
    const part = partOf(row, by);
    const key = JSON.stringify(part.keys);
    const group = groups.get(key) ?? { ...part, value: null, rows: 0, waited: [] };
    group.rows += row.rows;
    // What has not begun has not waited.
    if (row.days !== null) group.waited.push({ days: row.days, ended: row.ended, cases: row.rows });
    groups.set(key, group);
  }
  if (!by.length && !groups.size) return [{ keys: [], names: [], value: null, rows: 0 }];
  return [...groups.values()].map(({ waited, ...part }) => ({
    ...part,
    value: daysWithin(waited, percent),
  }));
};

// The months or weeks of the time that is asked, none after this one unless something is posted there.
const stepsOf = (
  moved: readonly FigurePart[],
  { at, every }: { at: number; every: Every },
  actor: Actor,
  asked: Parting["question"],
) => {
  const had = moved.flatMap(({ keys }) => keys[at] ?? []).toSorted();
  if (!had.length) return [];
  const now = stepOf(every, businessDate(actor));
  const latest = had.at(-1)! > now ? had.at(-1)! : now;
  const until = [asked.until, asked.posted]
    .flatMap((asked) => (asked ? stepOf(every, day(asked)) : []))
    .reduce((last, month) => (month < last ? month : last), latest);
  return stepsThrough(every, asked.from ? stepOf(every, day(asked.from)) : had[0]!, until);
};

/**
 * A figure by what parts it, each part at its own grain: sums as the database adds them up, durations of
 * the days that rows took, balances carried from month to month. Null where there are more different
 * waits, or months of balances, than are read.
 */
export const partsOf = async (
  db: Db,
  actor: Actor,
  asked: Asked,
  { read, by, question }: Parting,
): Promise<FigurePart[] | null> => {
  const statement = statementOf(actor, asked, read, by, question);
  const { measure } = asked;
  if (measure.kind === "duration") {
    const rows = await rowsAs(db, waits, statement);
    return rows.length > mostWaits ? null : durations(rows, by, measure.percent);
  }
  const parts = (await rowsAs(db, stored, statement)).map((row) => ({
    ...partOf(row, by),
    value: row.value,
    rows: row.rows,
  }));
  const every = timeIn(by);
  if (measure.kind !== "balance" || !every) return parts;
  const at = by.indexOf(every);
  // Months before the first one shown are read too: what is carried must not be cut either.
  if (parts.length > mostRows) return null;
  const moved = parts.map((part) => ({ ...part, value: part.value ?? 0 }));
  return carriedOn(moved, at, stepsOf(moved, { at, every }, actor, question)).map((part) => ({
    ...part,
    names: part.names.map((name, n) => (n === at ? part.keys[at]! : name)),
  }));
};
