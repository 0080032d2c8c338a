// A budget file of thousands of odd rows: accounts on several rows, brackets, minus signs behind the
// amount, unknown codes. What comes in equals a sum of its own.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { readCents } from "#server/import/numbers.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createSegment } from "../account/account.service.ts";
import { segmentInput } from "../budget.model.ts";
import { summedLineImporter } from "./line.importer.ts";

let t: TestDatabase;
let agency: Agency;
let officer: Actor;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ officer } = await makeMembers(t.database, agency, {
    officer: { duties: ["budget_officer"] },
  }));
  await t.database.transaction(officer, async (tx) => {
    await createSegment(tx, officer, segmentInput.parse({ kind: "fund", code: "101", name: "F" }));
    for (let n = 0; n < 60; n++)
      await createSegment(
        tx,
        officer,
        segmentInput.parse({ kind: "account", code: `A${n}`, name: "Account" }),
      );
  });
});
afterAll(() => t.drop());

// The same at every run.
let state = 17;
const draw = (most: number) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return state % most;
};
const written = (cents: number): string => {
  const plain = (Math.abs(cents) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
  if (cents >= 0) return draw(2) ? `$${plain}` : plain;
  return draw(2) ? `(${plain})` : `${plain}-`;
};

test("three thousand rows come in added up; unknown codes are handed back with what to do", async () => {
  const wanted = new Map<string, number>();
  const rows = Array.from({ length: 3000 }, (_, n) => {
    const account = n % 97 === 96 ? "NONE" : `A${draw(60)}`;
    const cents = draw(5) === 0 ? -draw(50_00) : 100_00 + draw(9_000_00);
    if (account !== "NONE") wanted.set(account, (wanted.get(account) ?? 0) + cents);
    return { account, text: written(cents) };
  }).map(({ account, text }) =>
    summedLineImporter.schema.parse({
      year: 2027,
      fund: "101",
      department: "RDS",
      account,
      amount: readCents(text, "point"),
    }),
  );
  const { since } = await t.database
    .read(officer)
    .one<{ since: string }>(sql`select clock_timestamp() as since`);
  for (let from = 0; from < rows.length; from += 1000) {
    const batch = rows.slice(from, from + 1000);
    const verdicts = await summedLineImporter.plan(t.database.read(officer), batch, since);
    const unknown = batch.flatMap((row, at) => (row.account === "NONE" ? [verdicts[at]!] : []));
    for (const verdict of unknown)
      expect(verdict).toMatchObject({ action: "reject", problem: { column: "Account" } });
    const planned = batch.flatMap((row, at) => {
      const verdict = verdicts[at]!;
      return verdict.action === "create"
        ? [{ row, action: "create" as const, plan: verdict.plan }]
        : [];
    });
    expect(planned.length + unknown.length).toBe(batch.length);
    await t.database.transaction(officer, (tx) =>
      summedLineImporter.apply(tx, officer, planned, "0001", () => undefined),
    );
  }
  const lines = await t.database.read(officer).rows<{
    account: string;
    original: number;
    entries: number;
  }>(sql`
    select
      a.code as account, l.original,
      (
        select sum(e.adjusted)
        from commitment_entry e
        where e.org_id = l.org_id and e.budget_line_id = l.id and e.kind = 'adopt'
      )::bigint as entries
    from budget_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id
    where l.org_id = ${agency.orgId}
  `);
  expect(new Map(lines.map((l) => [l.account, l.original]))).toEqual(wanted);
  for (const line of lines) expect(line.entries).toBe(line.original);
});
