import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, memberActor, type TestDatabase } from "#server/testing/database.ts";
import { makeAgency, makeBudget } from "#server/testing/agency.ts";
import { budgetEffect, postCommitments } from "./ledger.service.ts";

let t: TestDatabase;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

const document = (fiscalYearId: string) => ({
  type: "requisition",
  id: newId(),
  number: "REQ-2027-00001",
  fiscalYearId,
});

test("two hundred concurrent commitments against one line never overspend it, and the ledger adds up to the balances", async () => {
  const agency = await makeAgency(t.database);
  const { accountStringId, fiscalYearId, lineId } = await makeBudget(
    t.database,
    agency,
    100_000_00,
  );
  const actor = memberActor(agency.orgId, "manager");
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, (_, i) =>
      t.database.transaction(actor, async (tx) =>
        postCommitments(
          tx,
          actor,
          document(fiscalYearId),
          [{ accountStringId, preEncumbered: 900_00 + i }],
          { kind: "pre_encumber" },
        ),
      ),
    ),
  );
  const accepted = outcomes.filter((o) => o.status === "fulfilled").length;
  const refused = outcomes.flatMap((o) => (o.status === "rejected" ? [o.reason.code] : []));
  expect(accepted).toBeGreaterThan(100);
  expect(new Set(refused)).toEqual(new Set(["over_budget"]));
  const [effect] = await budgetEffect(t.database.read(actor), fiscalYearId, [accountStringId]);
  expect(effect!.available).toBeGreaterThanOrEqual(0);
  expect(effect!.available).toBeLessThan(900_00 + 200);
  const sums = await t.database.read(actor).one<{ pre: number; n: number }>(sql`
    select sum(pre_encumbered)::bigint as pre, count(*) as n
    from commitment_entry
    where org_id = ${agency.orgId} and budget_line_id = ${lineId} and kind = 'pre_encumber'
  `);
  expect(sums).toEqual({ pre: effect!.preEncumbered, n: accepted });
});

test("documents over two lines in opposite order do not deadlock, and either move both or none", async () => {
  const agency = await makeAgency(t.database);
  const a = await makeBudget(t.database, agency, 10_000_00);
  const b = await makeBudget(t.database, agency, 10_000_00);
  const actor = memberActor(agency.orgId, "manager");
  await Promise.allSettled(
    Array.from({ length: 60 }, (_, i) => {
      const pair = [
        { accountStringId: a.accountStringId, encumbered: 300_00 },
        { accountStringId: b.accountStringId, encumbered: 400_00 },
      ];
      return t.database.transaction(actor, async (tx) =>
        postCommitments(tx, actor, document(a.fiscalYearId), i % 2 ? pair : pair.reverse(), {
          kind: "encumber",
        }),
      );
    }),
  );
  const effects = new Map(
    (
      await budgetEffect(t.database.read(actor), a.fiscalYearId, [
        a.accountStringId,
        b.accountStringId,
      ])
    ).map((e) => [e.accountStringId, e.encumbered]),
  );
  expect(effects.get(b.accountStringId)).toBe(10_000_00);
  expect(effects.get(a.accountStringId)).toBe(25 * 300_00);
});

test("a refusal names the account and what is missing; an override lets pass what it says was missing and no more; a release is never refused", async () => {
  const agency = await makeAgency(t.database);
  const { accountStringId, fiscalYearId } = await makeBudget(t.database, agency, 1_000_00);
  const actor = memberActor(agency.orgId, "manager");
  const post = (cents: number, missing?: number) =>
    t.database.transaction(actor, async (tx) =>
      postCommitments(
        tx,
        actor,
        document(fiscalYearId),
        [{ accountStringId, preEncumbered: cents }],
        {
          kind: "pre_encumber",
          override:
            missing === undefined
              ? null
              : {
                  reason: "Flood response, transfer follows",
                  missing: new Map([[accountStringId, missing]]),
                },
        },
      ),
    );
  await expect(post(1_000_01)).rejects.toMatchObject({
    code: "over_budget",
    extra: { available: 1_000_00, needed: 1_000_01 },
  });
  await expect(post(1_500_00, 499_99)).rejects.toMatchObject({
    code: "over_budget",
    message: expect.stringContaining("an override was granted for $499.99"),
  });
  await post(1_500_00, 500_00);
  await post(-1_500_00);
  await expect(post(-1)).rejects.toMatchObject({ code: "ledger_mismatch" });
  await expect(
    t.database.transaction(actor, async (tx) =>
      postCommitments(
        tx,
        actor,
        document(fiscalYearId),
        [{ accountStringId: newId(), preEncumbered: 1 }],
        { kind: "pre_encumber" },
      ),
    ),
  ).rejects.toMatchObject({ code: "no_such_account" });
});

test("a fund that stops softly lets a line be exceeded, also many at once; one that stops hard beside it does not", async () => {
  const agency = await makeAgency(t.database);
  const soft = await makeBudget(t.database, agency, 100_00, { stop: "soft" });
  const hard = await makeBudget(t.database, agency, 100_00);
  const actor = memberActor(agency.orgId, "manager");
  const post = (cents: number, hardCents: number) =>
    t.database.transaction(actor, async (tx) =>
      postCommitments(
        tx,
        actor,
        document(soft.fiscalYearId),
        [
          { accountStringId: soft.accountStringId, preEncumbered: cents },
          { accountStringId: hard.accountStringId, preEncumbered: hardCents },
        ],
        { kind: "pre_encumber" },
      ),
    );
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => post(90_00, 10_00)));
  expect(outcomes.filter((o) => o.status === "fulfilled")).toHaveLength(10);
  await expect(post(1_00, 1)).rejects.toMatchObject({
    code: "over_budget",
    extra: { accountStringId: hard.accountStringId },
  });
  const effects = new Map(
    (
      await budgetEffect(t.database.read(actor), soft.fiscalYearId, [
        soft.accountStringId,
        hard.accountStringId,
      ])
    ).map((e) => [e.accountStringId, e]),
  );
  expect(effects.get(soft.accountStringId)).toMatchObject({
    preEncumbered: 900_00,
    available: -800_00,
  });
  expect(effects.get(hard.accountStringId)).toMatchObject({ preEncumbered: 100_00, available: 0 });
});

test("an account without a budget line is refused with its code", async () => {
  const agency = await makeAgency(t.database);
  const { accountStringId } = await makeBudget(t.database, agency, 1_000_00);
  const actor = memberActor(agency.orgId, "manager");
  const otherYear = newId();
  await t.database.transaction(actor, (tx) =>
    tx.rows(sql`
      insert into fiscal_year (org_id, id, year, starts_on, ends_on)
      values (${agency.orgId}, ${otherYear}, 2031, '2030-10-01', '2031-09-30')
    `),
  );
  await expect(
    t.database.transaction(actor, async (tx) =>
      postCommitments(tx, actor, document(otherYear), [{ accountStringId, preEncumbered: 1 }], {
        kind: "pre_encumber",
      }),
    ),
  ).rejects.toMatchObject({ code: "no_budget_line" });
});
