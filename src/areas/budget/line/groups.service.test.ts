// The totals of a budget file stand by class and year: revenue and spending, and years, never add up.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { addGroups, addToGroup } from "#server/import/sums.ts";
import { noCounts, type Counts } from "#server/import/import.tables.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { createSegment } from "../account/account.service.ts";
import { segmentInput } from "../budget.model.ts";
import { budgetLineImporter } from "./line.importer.ts";

let t: TestDatabase;
let officer: Actor;
const classes = ["revenue", "expenditure", "transfer_in", "transfer_out"] as const;

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ officer } = await makeMembers(t.database, agency, {
    officer: { duties: ["budget_officer"] },
  }));
  await t.database.transaction(officer, async (tx) => {
    await tx.rows(sql`
      insert into fiscal_year (org_id, id, year, starts_on, ends_on)
      values (${agency.orgId}, ${newId()}, 2037, '2036-10-01', '2037-09-30')
    `);
    await createSegment(tx, officer, segmentInput.parse({ kind: "fund", code: "101", name: "F" }));
    for (let n = 0; n < 12; n++)
      await createSegment(
        tx,
        officer,
        segmentInput.parse({ kind: "account", code: `A${n}`, name: "A", class: classes[n % 4] }),
      );
  });
});
afterAll(() => t.drop());

let state = 7;
const draw = (most: number) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return state % most;
};

test("over random files and batches the groups are those of a naive sum", async () => {
  const db = t.database.read(officer);
  for (let file = 0; file < 5; file++) {
    const wanted: Record<string, number> = {};
    let counts: Counts = noCounts;
    for (let batch = 0; batch < 3; batch++) {
      const rows = Array.from({ length: 40 }, () => ({
        n: draw(13),
        amount: draw(9_000_00),
      })).map(({ n, amount }) =>
        budgetLineImporter.schema.parse({
          year: draw(2) ? 2027 : 2037,
          fund: "101",
          department: "RDS",
          account: n === 12 ? "NONE" : `A${n}`,
          amount,
        }),
      );
      const part: Counts = { ...noCounts };
      const verdicts = await budgetLineImporter.plan(db, rows, "");
      rows.forEach((row, at) => {
        const verdict = verdicts[at]!;
        expect(verdict.action).toBe(row.account === "NONE" ? "reject" : "create");
        if (verdict.action !== "create") return;
        const comesIn = Number(row.account.slice(1)) % 2 === 0;
        const group = `${comesIn ? "Revenue" : "Spending"} of ${row.year}`;
        wanted[group] = (wanted[group] ?? 0) + row.amount;
        addToGroup(part, budgetLineImporter, row, verdict.plan);
      });
      counts = { ...counts, ...addGroups(counts.groups, part.groups) };
    }
    expect(counts.groups).toEqual(wanted);
  }
});

test("a kind without groups has none", () => {
  expect(addGroups(undefined, undefined)).toEqual({});
  const counts: Counts = { ...noCounts };
  addToGroup(counts, { ...budgetLineImporter, groupOf: undefined } as never, { amount: 1 }, {});
  expect(counts.groups).toBeUndefined();
});
