// Capital requests from a file with years as columns: a project ties to its total twice, and comes
// in whole or not at all.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeBudget, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import "../../budget/budget.server.ts";
import { requestImporter } from "./request.importer.ts";
import { addSource } from "./request.service.ts";

let t: TestDatabase;
let agency: Agency;
let officer: Actor;
let account: string;

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ officer } = await makeMembers(t.database, agency, {
    officer: { duties: ["budget_officer"] },
  }));
  const { fundId, accountStringId } = await makeBudget(t.database, agency, 1_00);
  await t.database.transaction(officer, async (tx) => {
    for (const code of ["LEVY", "BOND"]) await addSource(tx, officer, { code, name: code, fundId });
  });
  ({ code: account } = await t.database.read(officer).one<{ code: string }>(sql`
    select a.code
    from account_string s
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id
    where s.org_id = ${agency.orgId} and s.id = ${accountStringId}
  `));
});
afterAll(() => t.drop());

const row = (over: object) =>
  requestImporter.schema.parse({
    title: "Bridge B-4",
    department: "RDS",
    account,
    source: "LEVY",
    needBy: 2030,
    condition: "Poor",
    y2029: 100_00,
    y2030: 50_00,
    total: 150_00,
    projectTotal: 350_00,
    ...over,
  });
const bond = { source: "BOND", y2029: undefined, y2030: 200_00, total: 200_00 };
const judged = async (rows: ReturnType<typeof row>[]) =>
  (await requestImporter.plan(t.database.read(officer), rows, "")).map((v) =>
    v.action === "reject" ? `${v.problem.column}: ${v.problem.expected}` : v.action,
  );

test("a row ties across its years, a project down its sources; codes are looked up", async () => {
  expect(await judged([row({ total: 149_99 }), row(bond)])).toEqual([
    "Total: $150.00",
    "Project total: $349.99",
  ]);
  expect(await judged([row({ projectTotal: 1 }), row(bond)])).toEqual([
    "Project total: $350.00",
    "Project total: $350.00",
  ]);
  expect(await judged([row({ source: "NONE" }), row(bond)])).toEqual([
    "Source: the code of a source in use",
    "Title: a project whose rows all can come in",
  ]);
  expect(
    await judged([row({ y2029: undefined, y2030: undefined, total: 0, projectTotal: 0 })]),
  ).toEqual(["Years: money in at most 10 years in a row"]);
  expect(() => row({ condition: "bad" })).toThrow("One of none, good, fair, poor, failing.");
});

test("the project comes in once, with its cost by year and what each source may pay", async () => {
  const rows = [row({}), row(bond)];
  const verdicts = await requestImporter.plan(t.database.read(officer), rows, "");
  await t.database.transaction(officer, (tx) =>
    requestImporter.apply(
      tx,
      officer,
      verdicts.flatMap((v, at) =>
        v.action === "create" ? [{ row: rows[at]!, action: "create" as const, plan: v.plan }] : [],
      ),
      "",
      () => undefined,
    ),
  );
  const made = await t.database.read(officer).rows<Record<string, unknown>>(sql`
    select title, earliest, need_by, condition, phases, jsonb_array_length(funding) as sources
    from capital_request
    where org_id = ${agency.orgId}
  `);
  expect(made).toEqual([
    {
      title: "Bridge B-4",
      earliest: 2029,
      needBy: 2030,
      condition: "poor",
      phases: [{ name: "Imported", cents: [100_00, 250_00] }],
      sources: 2,
    },
  ]);
  expect(await judged(rows)).toEqual(["skip", "skip"]);
  // The same project with other money is a question, not left alone in silence.
  expect(
    await judged([
      row({ y2029: 110_00, total: 160_00, projectTotal: 360_00 }),
      row({ ...bond, projectTotal: 360_00 }),
    ]),
  ).toEqual(
    Array(2).fill(
      expect.stringMatching(/^Project total: CR-\d{4}-\d+ Bridge B-4: Project total \$350\.00$/),
    ),
  );
});
