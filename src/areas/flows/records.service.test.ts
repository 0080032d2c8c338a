import { beforeAll, expect, test } from "vitest";
import {
  createRequisition,
  requisitionInput,
  submitRequisition,
} from "#areas/procurement/procurement.server.ts";
import { sql } from "#server/db/sql.ts";
import { makeBudget, makePolicy } from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import {
  agency,
  as,
  byHand,
  end,
  hurry,
  notice,
  openAgency,
  pathOf,
  people,
  person,
  publish,
  runsOf,
  scope,
  settle,
  t,
  way,
} from "./flows.setup.ts";
import { flowRecords, recordKind } from "./record/record.service.ts";
import { beginByHand } from "./run/course.service.ts";

openAgency();
let account: string;
beforeAll(async () => {
  const { accountStringId } = await makeBudget(t.database, agency, 50_000_000);
  account = accountStringId;
  await makePolicy(t.database, people.owner, { documentType: "requisition" });
});

const draftRequisition = (price: string) =>
  as(people.clerk, (tx) =>
    createRequisition(
      tx,
      people.clerk,
      requisitionInput.parse({
        title: "Culverts",
        justification: "Flood",
        departmentId: agency.departmentId,
        neededOn: agencyDay(30),
        lines: [
          {
            description: "Culvert",
            quantity: "1",
            unitPrice: price,
            splits: [{ accountStringId: account }],
          },
        ],
      }),
    ),
  );
const requisition = async (price: string) => {
  const { id } = await draftRequisition(price);
  await as(people.clerk, (tx) => submitRequisition(tx, people.clerk, { id, version: null }));
  return id;
};

test("a requisition's own approval is waited for, by its policies; what it costs is judged as it stood", async () => {
  const flow = await publish(
    "Large purchases",
    [
      {
        id: "start",
        label: "Sent",
        kind: "start",
        trigger: {
          on: "record",
          noun: "requisition",
          action: "submit",
          when: { ">": [{ var: "amount" }, 1_000_00] },
        },
      },
      {
        id: "ok",
        label: "Approved?",
        kind: "approval",
        by: "policies",
        who: { kind: "starter" },
        hours: 72,
      },
      notice("yes", person(people.other), "{number}: {title}"),
      end("bought"),
      end("not"),
    ],
    [
      way("start", "ok"),
      way("ok", "yes", { outcome: "approved" }),
      way("ok", "not", { outcome: "rejected" }),
      way("yes", "bought"),
    ],
  );
  await requisition("900");
  const id = await requisition("2500");
  await settle();
  const [run, more] = await runsOf(flow);
  expect(more).toBeUndefined();
  expect(run).toMatchObject({ objectId: id, status: "waiting", waitsFor: "approval" });
  expect(run!.waitingPeople).toEqual([people.boss.personId]);
  expect(run!.parties).toEqual([people.clerk.personId]);
  await approveDocument(t.database, people.boss, id);
  await settle();
  expect(await pathOf(run!.id)).toEqual(["start", "ok", "yes", "bought"]);
  const [told] = await as(people.other, (tx) =>
    tx.rows<{ title: string }>(sql`select title from notification order by created_at desc`),
  );
  expect(told!.title).toBe(`${run!.objectNumber}: Culverts`);
});

test("a run that waits for the approval of what nobody has sent stops and says so", async () => {
  const flow = await publish(
    "By hand",
    [
      { ...byHand, trigger: { on: "hand", noun: "requisition" } } as typeof byHand,
      {
        id: "ok",
        label: "Approved?",
        kind: "approval",
        by: "policies",
        who: { kind: "starter" },
        hours: 72,
      },
      end(),
    ],
    [
      way("start", "ok"),
      way("ok", "end", { outcome: "approved" }),
      way("ok", "end", { outcome: "rejected" }),
    ],
  );
  const { id, number } = await draftRequisition("900");
  await as(people.clerk, (tx) =>
    beginByHand(tx, people.clerk, { definitionId: flow.definitionId, objectId: id }),
  );
  for (let tried = 0; tried < 6; tried++) {
    await settle();
    await hurry();
  }
  expect((await runsOf(flow))[0]).toMatchObject({
    status: "failed",
    reason: `Nobody has sent ${number} for approval yet.`,
  });
});

test("a schedule begins one run for the newest moment, and none twice", async () => {
  const flow = await publish(
    "Every day",
    [
      {
        id: "start",
        label: "Daily",
        kind: "start",
        trigger: { on: "schedule", every: "day", at: "08:00", weekday: 1, day: 1 },
      },
      end(),
    ],
    [way("start", "end")],
  );
  await settle();
  expect(await runsOf(flow)).toEqual([]);
  const soon = { ...scope, businessNow: new Date(Date.now() + 3 * 86_400_000).toISOString() };
  await Promise.all([settle(soon), settle(soon)]);
  await settle(soon);
  expect((await runsOf(flow)).map((run) => run.status)).toEqual(["completed"]);
});

test("no noun offers an action that decides, pays, signs, publishes or changes rights", () => {
  const kind = recordKind("requisition")!;
  const take = async () => {};
  for (const [name, permission] of [
    ["approve", "requisition.cancel"],
    ["award", "requisition.cancel"],
    ["release", "requisition.cancel"],
    ["forward", "payment.release"],
    ["forward", "approval.decide"],
    ["forward", "contract.sign"],
  ] as const)
    expect(() =>
      flowRecords
        .of({ ...kind, noun: "test", actions: { [name]: { label: name, permission, take } } })
        .add(),
    ).toThrow("no workflow takes");
});
