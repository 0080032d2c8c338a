import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeBudget, makeMembers } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { postCommitments } from "#areas/budget/budget.server.ts";
import { postJournal, reverseJournal } from "#areas/finance/journal/journal.service.ts";
import "../costing.server.ts";
import { addPool, runPool } from "./allocation.service.ts";
import { poolInput } from "./allocation.model.ts";

let t: TestDatabase;
let officer: Actor, chief: Actor, stranger: Actor;
let lines: Awaited<ReturnType<typeof makeBudget>>[];
let poolId: string;

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
// The month before the agency's own.
const period = () => {
  const [year, month] = businessDate(officer).split("-").map(Number) as [number, number, number];
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, "0")}`;
};
const expended = async () =>
  Promise.all(
    lines.map(
      async ({ lineId }) =>
        (
          await t.database.read(officer).one<{ expended: number }>(sql`
            select expended
            from budget_line
            where org_id = ${officer.orgId} and id = ${lineId}
          `)
        ).expended,
    ),
  );

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ officer, chief } = await makeMembers(t.database, agency, {
    officer: { duties: ["budget_officer"] },
    chief: { role: "admin" },
  }));
  ({ stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { role: "admin" },
  }));
  lines = [];
  for (let n = 0; n < 4; n++) lines.push(await makeBudget(t.database, agency, 10_000_00));
  // Charged in the month that is over.
  const then = { ...officer, businessNow: `${period()}-15T18:00:00Z` };
  await as(then, async (tx) => {
    postCommitments(
      tx,
      then,
      { type: "journal", id: agency.orgId, number: "J1", fiscalYearId: agency.fiscalYearId },
      [{ accountStringId: lines[0]!.accountStringId, expended: 1_000_01 }],
      { kind: "expend" },
    );
  });
  ({ id: poolId } = await as(officer, (tx) =>
    addPool(
      tx,
      officer,
      poolInput.parse({
        code: "FLEET",
        name: "Fleet",
        accountStringId: lines[0]!.accountStringId,
        basis: "percent",
        targets: [
          { accountStringId: lines[1]!.accountStringId, share: 3333 },
          { accountStringId: lines[2]!.accountStringId, share: 3333 },
          { accountStringId: lines[3]!.accountStringId, share: 3334 },
        ],
      }),
    ),
  ));
});
afterAll(() => t.drop());

test("shares come to the whole to the cent; two who press share a month out once; it is reversed", async () => {
  const run = (actor = officer) =>
    as(actor, (tx) => runPool(tx, actor, poolId, { period: period() }));
  await expect(run(stranger)).rejects.toMatchObject({ code: "not_found" });
  const pressed = await Promise.allSettled([run(), run()]);
  expect(pressed.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const made = pressed.find((each) => each.status === "fulfilled")!;
  const { journalId, cents } = (made as PromiseFulfilledResult<Awaited<ReturnType<typeof run>>>)
    .value;
  expect(cents).toBe(1_000_01);
  expect(await expended()).toEqual([1_000_01, 0, 0, 0]);
  await expect(
    as(officer, (tx) => postJournal(tx, officer, { id: journalId, version: null })),
  ).rejects.toThrow();
  await as(chief, (tx) => postJournal(tx, chief, { id: journalId, version: null }));
  expect(await expended()).toEqual([0, 333_30, 333_30, 333_41]);
  await expect(run()).rejects.toThrow("shares out this month already");
  await as(chief, (tx) =>
    reverseJournal(tx, chief, { id: journalId, version: null, reason: "Wrong shares" }),
  );
  expect(await expended()).toEqual([1_000_01, 0, 0, 0]);
  const { id: reversal } = await t.database.read(chief).one<{ id: string }>(sql`
    select id
    from journal
    where org_id = ${chief.orgId} and reverses = ${journalId}
  `);
  expect(
    await refusalOf(
      as(chief, (tx) =>
        reverseJournal(tx, chief, { id: reversal, version: null, reason: "Right after all" }),
      ),
    ),
  ).toBe("rule: A reversal is not reversed: prepare a new journal.");
  expect((await run()).cents).toBe(1_000_01);
});

test("nothing is shared out where nothing was charged, or nobody has positions to share by", async () => {
  const pool = (code: string, at: number, targets: number[]) =>
    as(officer, (tx) =>
      addPool(
        tx,
        officer,
        poolInput.parse({
          code,
          name: code,
          accountStringId: lines[at]!.accountStringId,
          basis: "fte",
          targets: targets.map((n) => ({ accountStringId: lines[n]!.accountStringId, share: 0 })),
        }),
      ),
    );
  const refused = async (id: string, of = period()) =>
    refusalOf(as(officer, (tx) => runPool(tx, officer, id, { period: of })));
  const idle = await pool("IDLE", 3, [1, 2]);
  expect(await refused(idle.id, "2026-01")).toBe(
    "nothing: Nothing was charged to the pool's account in 2026-01.",
  );
  const heads = await pool("HEADS", 0, [1, 2]);
  expect(await refused(heads.id)).toBe(
    "no_basis: None of the departments has positions to share by.",
  );
});

test("a month that is not over is refused, and shares that do not come to all are too", async () => {
  const now = businessDate(officer).slice(0, 7);
  await expect(
    as(officer, (tx) => runPool(tx, officer, poolId, { period: now })),
  ).rejects.toMatchObject({
    errors: [{ path: "period", message: "A month is shared out when it is over." }],
  });
  const wrong = poolInput.safeParse({
    code: "X",
    name: "X",
    accountStringId: lines[0]!.accountStringId,
    basis: "percent",
    targets: [{ accountStringId: lines[1]!.accountStringId, share: 9999 }],
  });
  expect(wrong.success).toBe(false);
});
