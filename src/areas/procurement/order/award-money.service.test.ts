// What prices take beyond the requisitions is held against the budget before an award is made.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeBudget, makeMembers, makePolicy } from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { requisitionInput } from "../requisition/requisition.model.ts";
import { createRequisition } from "../requisition/requisition.service.ts";
import { submitRequisition } from "../requisition/submission.service.ts";
import { overAccounts } from "./award-money.service.ts";

let t: TestDatabase;
beforeAll(async () => {
  t = await freshDatabase();
});
afterAll(() => t.drop());

const reserved = async (stop: "hard" | "soft") => {
  const agency = await makeAgency(t.database);
  const { clerk, manager } = await makeMembers(t.database, agency, {
    clerk: { duties: ["requester"] },
    manager: { role: "manager" },
  });
  await makePolicy(t.database, manager, { documentType: "requisition" });
  const { accountStringId } = await makeBudget(t.database, agency, 1_000_00, { stop });
  const { id } = await t.database.transaction(clerk, async (tx) => {
    const made = await createRequisition(
      tx,
      clerk,
      requisitionInput.parse({
        title: "Salt",
        departmentId: agency.departmentId,
        neededOn: agencyDay(30),
        justification: "Winter",
        lines: [
          {
            description: "Salt",
            quantity: "10",
            unitPrice: "60",
            splits: [{ accountStringId, percent: "100" }],
          },
        ],
      }),
    );
    await submitRequisition(tx, clerk, { id: made.id, version: made.version });
    return made;
  });
  const db = t.database.read(clerk);
  const { lineId } = await db.one<{ lineId: string }>(sql`
    select id as line_id
    from requisition_line
    where org_id = ${agency.orgId} and requisition_id = ${id}
  `);
  const line = (quantity: string, unitPrice: string) => ({
    requisitionLineId: lineId,
    quantity,
    unitPrice,
  });
  return { db, line };
};

test("only what costs more than was reserved is held against what is left, over all orders", async () => {
  const { db, line } = await reserved("hard");
  // 600 of 1,000 are reserved: 400 are left.
  expect(await overAccounts(db, [[line("10", "95")]])).toEqual([]);
  expect(await overAccounts(db, [[line("10", "110")]])).toMatchObject([
    { available: 400_00, needed: 500_00 },
  ]);
  expect(await overAccounts(db, [[line("5", "110")], [line("5", "110")]])).toMatchObject([
    { available: 400_00, needed: 500_00 },
  ]);
  expect(await overAccounts(db, [[line("5", "110")]])).toEqual([]);
  expect(await overAccounts(db, [])).toEqual([]);
});

test("a fund that stops softly stops nothing", async () => {
  const { db, line } = await reserved("soft");
  expect(await overAccounts(db, [[line("10", "500")]])).toEqual([]);
});
