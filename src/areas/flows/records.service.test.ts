import { beforeAll, expect, test } from "vitest";
import {
  createRequisition,
  requisitionInput,
  submitRequisition,
} from "#areas/procurement/procurement.server.ts";
import { assetCycle } from "#areas/assets/asset/asset.labels.ts";
import { safetyCycle } from "#areas/assets/safety/safety.labels.ts";
import { reportInput as safetyInput } from "#areas/assets/safety/safety.model.ts";
import { reportCase } from "#areas/assets/safety/safety.service.ts";
import { workOrderCycle } from "#areas/assets/work-order/work-order.labels.ts";
import { report, reportInput as requestInput } from "#areas/engagement/engagement.server.ts";
import { serviceType } from "#areas/engagement/engagement.tables.ts";
import { serviceCycle } from "#areas/engagement/service/service.labels.ts";
import { awardCycle } from "#areas/grants/award/award.labels.ts";
import { requestCycle } from "#areas/disaster/request/request.labels.ts";
import { reportCycle } from "#areas/grants/report/report.labels.ts";
import { newId } from "#kernel/ids.ts";
import { insertRow } from "#server/db/rows.ts";
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
import { recordLists } from "./engine/records.labels.ts";
import { flowRecords, recordKind, recordKinds } from "./record/record.service.ts";
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

const cycles = {
  asset: assetCycle,
  workOrder: workOrderCycle,
  safetyCase: safetyCycle,
  serviceRequest: serviceCycle,
  grantAward: awardCycle,
  grantReport: reportCycle,
  incidentRequest: requestCycle,
} as const;

test("runs begin on assets, work, requests, safety, grants and contracts, at steps that these take", () => {
  for (const [noun, cycle] of Object.entries(cycles)) {
    const kind = recordKind(noun)!;
    const taken = new Set(["create", ...Object.keys(cycle.actions)]);
    expect(
      Object.keys(kind.events).filter((event) => !taken.has(event)),
      noun,
    ).toEqual([]);
  }
  expect(recordKind("contract")).not.toBeNull();
});

test("a near miss begins a run that asks somebody; nothing of who told it, or was hurt, is among its facts", async () => {
  const flow = await publish(
    "Near misses",
    [
      {
        id: "start",
        label: "Reported",
        kind: "start",
        trigger: {
          on: "record",
          noun: "safetyCase",
          action: "create",
          when: { "==": [{ var: "kind" }, "near_miss"] },
        },
      },
      notice("tell", person(people.boss), "{number}"),
      end(),
    ],
    [way("start", "tell"), way("tell", "end")],
  );
  const told = (kind: "near_miss" | "injury") =>
    as(people.clerk, (tx) =>
      reportCase(
        tx,
        people.clerk,
        safetyInput.parse({
          kind,
          happenedAt: new Date().toISOString(),
          location: "Yard",
          words: "A pipe fell.",
          name: kind === "injury" ? "Ann Person" : "",
        }),
      ),
    );
  await told("injury");
  const near = await told("near_miss");
  await settle();
  const runs = await runsOf(flow);
  expect(runs).toMatchObject([{ objectId: near.id, status: "completed", startedBy: null }]);
  expect(JSON.stringify(runs[0]!.facts)).not.toContain("A pipe fell");
});

test("a resident's request begins a run", async () => {
  const flow = await publish(
    "Requests",
    [
      {
        id: "start",
        label: "Comes in",
        kind: "start",
        trigger: { on: "record", noun: "serviceRequest", action: "create", when: null },
      },
      end(),
    ],
    [way("start", "end")],
  );
  const host = { id: agency.orgId, name: "County", slug: "county", timeZone: "America/Chicago" };
  const made = await as(people.owner, async (tx) => {
    await insertRow(tx, serviceType, {
      orgId: agency.orgId,
      id: newId(),
      code: "pothole",
      name: "Pothole",
      expectedDays: 10,
    });
    return report(
      tx,
      people.owner,
      host as never,
      requestInput.parse({
        serviceCode: "pothole",
        description: "A hole on Main Street",
        address: "1 Main Street",
        name: "",
        tag: "",
        latitude: null,
        longitude: null,
      }),
    );
  });
  await settle();
  expect(await runsOf(flow)).toMatchObject([{ objectId: made.id, status: "completed" }]);
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

test("a record of every kind that workflows are about can be chosen when a run is begun by hand", () => {
  expect(Object.keys(recordLists).toSorted()).toEqual(
    recordKinds()
      .map(({ noun }) => noun)
      .toSorted(),
  );
});
