// How many rows of tables statements look at, whatever the machine.
import { expect } from "vitest";
import type { Db } from "../db/db.ts";
import { bind, type Sql } from "../db/sql.ts";
import type { WireDb } from "../db/wire/tx.ts";

/** A reading that keeps its statements. */
export const kept = (db: WireDb): { db: WireDb; statements: Sql[] } => {
  const statements: Sql[] = [];
  const keep =
    <A extends readonly Sql[], T>(run: (...given: A) => T) =>
    (...given: A) => (statements.push(...given), run(...given));
  return {
    statements,
    db: {
      ...db,
      rows: keep(db.rows) as Db["rows"],
      one: keep(db.one) as Db["one"],
      maybe: keep(db.maybe) as Db["maybe"],
      ...(db.inOneTrip && {
        inOneTrip: (all) => {
          statements.push(...all);
          return db.inOneTrip!(all);
        },
      }),
    },
  };
};

type Plan = {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Rows Removed by Join Filter"?: number;
  Plans?: Plan[];
};
const readBy = (plan: Plan): number =>
  (plan["Relation Name"]
    ? (plan["Actual Rows"] +
        (plan["Rows Removed by Filter"] ?? 0) +
        (plan["Rows Removed by Index Recheck"] ?? 0)) *
      plan["Actual Loops"]
    : 0) + (plan.Plans ?? []).reduce((n, below) => n + readBy(below), 0);

/** How many rows of tables each statement looks at, with its text. */
const rowsRead = async (
  db: Db,
  statements: readonly Sql[],
): Promise<{ rows: number; text: string }[]> => {
  const counts: { rows: number; text: string }[] = [];
  for (const statement of statements.filter(
    (s) => s.text.startsWith("select") && !s.text.includes("for update"),
  )) {
    const [answer] = await db.rows<Record<string, [{ Plan: Plan }]>>(
      bind(`explain (analyze, format json) ${statement.text}`, statement.values),
    );
    counts.push({ rows: readBy(Object.values(answer!)[0]![0].Plan), text: statement.text });
  }
  return counts;
};

/** Each of these statements looks at fewer rows than `few`; writes and locks are passed over. */
export const expectFew = async (db: Db, statements: readonly Sql[], few: number) => {
  expect(statements.length).toBeGreaterThan(0);
  for (const { rows, text } of await rowsRead(db, statements)) expect(rows, text).toBeLessThan(few);
};
