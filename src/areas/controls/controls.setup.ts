import { afterAll, beforeAll } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Verdict } from "#kernel/control.ts";
import { controlCheck, judgeFacts } from "#server/controls/control-checks.ts";
import { sequencerOf } from "#server/audit/sequencer.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { makeExclusionList } from "#server/testing/exclusions.ts";
import { approvedOrder, issuedOrder } from "#server/testing/purchase.ts";
import "./controls.server.ts";
import { judgeOn } from "./judge/pass.service.ts";
import type { FailureRecord } from "./failure/failure.noun.ts";

export let t: TestDatabase;
export let a: Agency & { accountStringId: string; vendorId: string };
export let people: Record<
  "admin" | "manager" | "buyer" | "receiver" | "officer" | "clerk" | "ap" | "stranger",
  Actor
>;

/** An agency that buys, with a compliance officer and a clerk who owns nothing. */
export const controlTests = (): void => {
  beforeAll(async () => {
    t = await freshDatabase();
    const agency = await makeAgency(t.database);
    people = await makeMembers(t.database, agency, {
      admin: { role: "admin" },
      manager: { role: "manager" },
      buyer: { duties: ["buyer"] },
      receiver: { duties: ["receiver"] },
      officer: { duties: ["compliance_officer"] },
      ap: { duties: ["ap"] },
      clerk: {},
      stranger: { role: "manager" },
    });
    const { accountStringId } = await makeBudget(t.database, agency, 50_000_000_00);
    await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
    await makePolicy(t.database, people.admin, {
      documentType: "controlWaiver",
      steps: [
        {
          name: "Compliance",
          stage: 1,
          mode: "any",
          approvers: [
            { kind: "duty", duty: "compliance_officer" },
            { kind: "role", role: "manager" },
          ],
        },
      ],
    });
    await makeExclusionList(t.database, agency);
    const vendor = await makeVendor(t.database, agency);
    a = { ...agency, accountStringId, vendorId: vendor.id };
  });
  afterAll(() => t.drop());
};

export const as = <T>(actor: Actor, work: (tx: Tx, actor: Actor) => Promise<T>) =>
  t.database.transaction(actor, (tx) => work(tx, actor));

// An entry is sealed once every older transaction of the whole server has ended, also of others' tests.
const sealAll = async (): Promise<void> => {
  const sequencer = await sequencerOf(t.database);
  for (;;) {
    await sequencer.tick(true);
    const { left } = await t.database.read(people.admin).one<{ left: number }>(sql`
      select count(*)::int as left
      from audit_entry e
      where not exists (select 1 from audit_leaf l where l.org_id = e.org_id and l.entry_id = e.id)
    `);
    if (left === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** Seals what happened, and judges it as the clock does. */
export const judgeNow = async (): Promise<void> => {
  await sealAll();
  await judgeOn(t.app, { orgId: a.orgId, personId: null });
};

const oneLine = (cents: number) => ({
  vendorId: a.vendorId,
  departmentId: a.departmentId,
  lines: [
    {
      quantity: "1",
      unitPrice: (cents / 100).toFixed(2),
      splits: [{ accountStringId: a.accountStringId }],
    },
  ],
});

/** An issued order of one line of so many cents. */
export const orderOf = async (cents: number): Promise<string> =>
  (await issuedOrder(t.database, people, oneLine(cents))).id;

/** An order of one line of so many cents that is approved and has not gone out. */
export const approvedOrderOf = (cents: number): Promise<string> =>
  approvedOrder(t.database, people, oneLine(cents));

/** What breaks a control of a record, by the check's name. */
export const failuresOf = async (
  subjectId: string,
): Promise<
  Record<string, Pick<FailureRecord, "id" | "status" | "said" | "citation" | "ownerId">>
> =>
  Object.fromEntries(
    (
      await t.database.read(people.admin).rows<FailureRecord>(sql`
        select *
        from control_failure
        where org_id = ${a.orgId} and subject_id = ${subjectId}
        order by check_name
      `)
    ).map((row) => [row.checkName, row]),
  );

/** What a check says of the newest part of a record now, with nothing kept. */
export const saidOf = async (checkName: string, subjectId: string): Promise<Verdict> => {
  const check = controlCheck(checkName)!;
  const read = await check.read(t.database.read(people.admin), [subjectId]);
  return judgeFacts(check, read.toSorted((one, other) => other.part - one.part)[0]!.facts);
};

/** How a record stands with each check. */
export const standingsOf = async (subjectId: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await t.database.read(people.admin).rows<{ checkName: string; answer: string }>(sql`
        select v.check_name, s.answer
        from control_standing s
        join control_result r on r.org_id = s.org_id and r.id = s.result_id
        join control_version v on v.org_id = r.org_id and v.id = r.version_id
        where s.org_id = ${a.orgId} and s.subject_id = ${subjectId}
        order by s.part, v.check_name
      `)
    ).map(({ checkName, answer }) => [checkName, answer]),
  );
