import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAgency, makeBudget } from "#server/testing/agency.ts";
import { freshDatabase, memberActor, type TestDatabase } from "#server/testing/database.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { budgetLineList, createLine, readLine } from "./line.service.ts";

let t: TestDatabase;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

test("an account that has a line in the year gets no second one, and is told which to amend", async () => {
  const agency = await makeAgency(t.database);
  const actor = memberActor(agency.orgId, "admin");
  const { accountStringId, fiscalYearId } = await makeBudget(t.database, agency, 100_00);
  await expect(
    t.database.transaction(actor, (tx) =>
      createLine(tx, actor, { fiscalYearId, accountStringId, original: 5_00, note: "" }),
    ),
  ).rejects.toMatchObject({
    status: 409,
    code: "already_exists",
    message: expect.stringMatching(
      /^\S+ has a budget line in this fiscal year already\. Amend that line instead\.$/,
    ),
  });
});

test("near the limit are lines that can still be amended: not of a closed year, but also those without any budget", async () => {
  const agency = await makeAgency(t.database);
  const actor = memberActor(agency.orgId, "admin");
  const { lineId } = await makeBudget(t.database, agency, 100_00);
  const set = (original: number, expended: number, closed: boolean) =>
    t.database.transaction(actor, (tx) =>
      tx.rows(sql`
        update budget_line
        set original = ${original}, expended = ${expended}, closed = ${closed}
        where org_id = ${agency.orgId} and id = ${lineId}
      `),
    );
  const near = async () =>
    (
      await runList(
        t.database.read(actor),
        actor,
        budgetLineList,
        listQuery(budgetLineList).parse({ nearLimit: "true" }),
      )
    ).items.length;
  const seen = async () => ({
    near: await near(),
    ...(await readLine(t.database.read(actor), lineId)),
  });
  await set(100_00, 94_99, false);
  expect(await seen()).toMatchObject({ near: 0, closed: false });
  await set(100_00, 95_00, false);
  expect(await seen()).toMatchObject({ near: 1, usedPercent: 95 });
  await set(100_00, 95_00, true);
  expect(await seen()).toMatchObject({ near: 0, closed: true });
  await set(0, 5_00, false);
  expect(await seen()).toMatchObject({ near: 1, usedPercent: 100, available: -5_00 });
  await set(0, 0, false);
  expect(await seen()).toMatchObject({ near: 0, usedPercent: 0 });
});
