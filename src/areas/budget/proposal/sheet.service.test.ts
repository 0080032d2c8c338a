import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { listQuery } from "#server/http/list.ts";
import { runList } from "#server/http/list-page.ts";
import { makeAgency, makeBudget, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import "../budget.server.ts";
import { openFiscalYear } from "../account/year.service.ts";
import { buildBase } from "../base/base.service.ts";
import { cycleInput } from "../cycle/cycle.model.ts";
import { createCycle, moveCycle } from "../cycle/cycle.service.ts";
import { askLine } from "./proposal.service.ts";
import { sheetImporter } from "./sheet.importer.ts";
import { sheetList } from "./sheet.list.ts";

let t: TestDatabase;
let officer: Actor, head: Actor, foreign: Actor;
type Line = { id: string; version: number; requested: number; code: string; note: string };

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ officer, head, foreign } = await makeMembers(t.database, agency, {
    officer: { duties: ["budget_officer"] },
    head: { duties: ["department_head"] },
    foreign: { duties: ["department_head"] },
  }));
  foreign = { ...foreign, departmentIds: [] };
  for (const cents of [100_000_00, 60_000_00, 40_000_01])
    await makeBudget(t.database, agency, cents);
  await as(officer, async (tx) => {
    const year = await openFiscalYear(tx, officer, {
      year: 2028,
      startsOn: "2036-10-01",
      endsOn: "2037-09-30",
      status: "planned",
    });
    const { id } = await createCycle(tx, officer, cycleInput.parse({ fiscalYearId: year.id }));
    await buildBase(tx, officer, id);
    await moveCycle(tx, officer, "open", { id, version: null });
  });
});
afterAll(() => t.drop());

const sheet = async () =>
  (await runList<Line>(t.database.read(head), head, sheetList, listQuery(sheetList).parse({})))
    .items;
const rowsOf = (lines: readonly Line[], over: (line: Line) => object = () => ({})) =>
  lines.map((line) =>
    sheetImporter.schema.parse({
      key: line.id,
      version: line.version,
      requested: line.requested,
      note: line.note,
      ...over(line),
    }),
  );
const plan = (rows: ReturnType<typeof rowsOf>) =>
  sheetImporter.plan(t.database.read(head), rows, "");

test("a sheet comes back as it went out; an older one overwrites nothing and is named", async () => {
  const lines = await sheet();
  expect(lines).toHaveLength(3);
  expect((await plan(rowsOf(lines))).map((v) => v.action)).toEqual(["skip", "skip", "skip"]);
  const raised = rowsOf(lines, (line) => ({ requested: line.requested + 1_00, note: "Fuel" }));
  // Somebody changes the first line on the screen meanwhile.
  await as(head, (tx) => askLine(tx, head, lines[0]!.id, { requested: 5_00 }, lines[0]!.version));
  const verdicts = await plan(raised);
  expect(verdicts[0]).toMatchObject({
    action: "reject",
    problem: { column: "Version", fix: expect.stringContaining("asks for $5.00 now") },
  });
  const planned = raised.slice(1).map((row, n) => {
    const verdict = verdicts[n + 1]!;
    if (verdict.action !== "update") throw new Error(JSON.stringify(verdict));
    return { row, action: "update" as const, plan: verdict.plan };
  });
  const none = () => undefined;
  await expect(
    as(foreign, (tx) => sheetImporter.apply(tx, foreign, planned, "", none)),
  ).rejects.toThrow("Only people of this department");
  await as(head, (tx) => sheetImporter.apply(tx, head, planned, "", none));
  const now = await sheet();
  expect(now[0]!.requested).toBe(5_00);
  expect(now.slice(1).map(({ requested, note }) => [requested, note])).toEqual(
    lines.slice(1).map(({ requested }) => [requested + 1_00, "Fuel"]),
  );
  // A line between the check and the step that was changed ends the batch as a whole.
  await expect(
    as(head, (tx) => sheetImporter.apply(tx, head, planned, "", none)),
  ).rejects.toMatchObject({ kind: "conflict" });
});
