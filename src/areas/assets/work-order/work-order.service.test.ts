// What a job asks before it begins and ends: permits of the day, a crew, approved hours; and what a
// resident's report brings along.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { newestPicture } from "#server/http/attachments.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import {
  serviceAddition,
  serviceRequest,
  serviceType,
} from "#areas/engagement/engagement.tables.ts";
import { hourInput } from "../hours/hours.model.ts";
import { approveHours, enterHours } from "../hours/hours.service.ts";
import { permitInput, permitRulesOn, type PermitInput } from "../permit/permit.model.ts";
import { issuePermit } from "../permit/permit.service.ts";
import { workOrderList } from "./work-order.list.ts";
import { workOrderInput, type WorkOrderInput } from "./work-order.model.ts";
import { readWork } from "./work-order.read.service.ts";
import {
  approveWork,
  completeWork,
  endWork,
  requestWork,
  scheduleWork,
  startWork,
} from "./work-order.service.ts";
import { listAll } from "#server/http/list-page.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"manager" | "lead" | "mate" | "third" | "clerk", Actor>;
const as = <T>(actor: Actor, act: (tx: Tx) => Promise<T>) => t.database.transaction(actor, act);
const step = (id: string) => ({ id, version: null });

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    manager: { role: "manager" },
    lead: { duties: ["technician"] },
    mate: { duties: ["technician"] },
    third: { duties: ["technician"] },
    clerk: {},
  });
});
afterAll(() => t.drop());

const approved = async (over: Partial<WorkOrderInput> = {}) => {
  const { id } = await as(people.clerk, (tx) =>
    requestWork(tx, people.clerk, workOrderInput.parse({ title: "Clean the wet well", ...over })),
  );
  await as(people.manager, (tx) => approveWork(tx, people.manager, step(id)));
  return id;
};
const read = (id: string, actor = people.lead) => readWork(t.database.read(actor), actor, id);
const start = (id: string) =>
  as(people.lead, (tx) => startWork(tx, people.lead, "start", step(id)));
const holds = (kind: PermitInput["kind"]) =>
  permitRulesOn(kind, agencyDay()).items.map(({ key }) => ({ item: key, answer: "yes" }));
const issue = (id: string, over: object = {}, actor = people.lead) =>
  as(actor, (tx) =>
    issuePermit(
      tx,
      actor,
      id,
      permitInput.parse({
        kind: "confinedSpace",
        supervisor: "Dale Whitcomb",
        answers: holds("confinedSpace"),
        ...over,
      }),
    ),
  );

test("work in a confined space with hot work begins with both permits of its day, each point answered", async () => {
  const id = await approved({ confinedSpace: true, hotWork: true });
  await expect(start(id)).rejects.toThrow(
    "Confined space: issue today's permit first. 29 CFR 1910.146",
  );
  const [, ...rest] = holds("confinedSpace");
  await expect(issue(id, { answers: rest })).rejects.toMatchObject({
    code: "permit_open",
    errors: [
      { path: "answers", message: expect.stringContaining("Not answered: The space") as string },
    ],
  });
  const without = [{ item: "space", answer: "na", reason: "" }, ...rest];
  await expect(issue(id, { answers: without })).rejects.toMatchObject({
    errors: [{ path: "answers.0.reason" }],
  });
  const strange = [...holds("confinedSpace"), { item: "wind", answer: "yes" }];
  await expect(issue(id, { answers: strange })).rejects.toThrow("The permit does not ask this.");
  await expect(issue(id, { kind: "lockout", answers: holds("lockout") })).rejects.toMatchObject({
    code: "not_demanded",
  });
  await issue(id);
  await expect(start(id)).rejects.toThrow("Hot work: issue today's permit first.");
  await issue(id, { kind: "hotWork", answers: holds("hotWork") });
  expect((await read(id)).permits).toMatchObject([
    { kind: "confinedSpace", verified: false, issued: { supervisor: "Dale Whitcomb" } },
    { kind: "hotWork", issued: { issuedOn: agencyDay() } },
  ]);
  expect(await start(id)).toMatchObject({ status: "in_progress" });
  // Yesterday's permit holds no more.
  await as(people.manager, (tx) =>
    tx.rows(sql`update work_permit set issued_on = issued_on - 1 where work_order_id = ${id}`),
  );
  expect((await read(id)).permits.map((each) => each.issued)).toEqual([null, null]);
  const waiting = await as(people.clerk, (tx) =>
    requestWork(tx, people.clerk, workOrderInput.parse({ title: "Weld", hotWork: true })),
  );
  await expect(
    issue(waiting.id, { kind: "hotWork", answers: holds("hotWork") }),
  ).rejects.toMatchObject({ code: "not_in_this_status" });
});

test("a crew has a lead and members who are told and find the work under Mine", async () => {
  const id = await approved();
  const crew = (leadId: Actor, ...members: Actor[]) =>
    as(people.manager, (tx) =>
      scheduleWork(tx, people.manager, step(id), {
        scheduledOn: agencyDay(1),
        leadId: leadId.personId!,
        members: members.map((each) => ({ personId: each.personId! })),
      }),
    );
  await expect(crew(people.lead, people.mate, people.clerk)).rejects.toMatchObject({
    code: "not_of_the_trade",
    errors: [{ path: "members.1.personId" }],
  });
  await crew(people.lead, people.mate, people.lead);
  expect((await read(id)).crew.map((each) => each.id)).toEqual([people.mate.personId]);
  const told = (actor: Actor) =>
    t.database.read(actor).rows<{ title: string }>(sql`
      select title
      from notification
      where person_id = ${actor.personId}
      order by created_at
    `);
  expect((await told(people.mate)).map((each) => each.title)).toEqual([
    expect.stringContaining(`you go along on ${agencyDay(1)}`),
  ]);
  const mine = async (actor: Actor) =>
    (await listAll(t.database.read(actor), actor, workOrderList, { mine: "true" }, 50)).map(
      (row) => row.id,
    );
  expect(await mine(people.mate)).toEqual([id]);
  expect(await mine(people.third)).toEqual([]);
  // Left out, the crew stays; named again, it is another one, and only who is new is told.
  await as(people.manager, (tx) =>
    scheduleWork(tx, people.manager, step(id), {
      scheduledOn: agencyDay(2),
      leadId: people.lead.personId!,
    }),
  );
  expect((await read(id)).crew).toHaveLength(1);
  await crew(people.lead, people.mate, people.third);
  expect(await told(people.mate)).toHaveLength(1);
  expect(await told(people.third)).toHaveLength(1);
});

test("hours that nobody has approved hold closing", async () => {
  const id = await approved();
  await start(id);
  const { id: hours } = await as(people.lead, (tx) =>
    enterHours(
      tx,
      people.lead,
      hourInput.parse({
        personId: people.lead.personId,
        workOrderId: id,
        fromAt: `${agencyDay(-1)}T14:00:00Z`,
        toAt: `${agencyDay(-1)}T16:00:00Z`,
        activity: "Cleaned",
      }),
    ),
  );
  const found = { problem: "", cause: "", remedy: "Cleaned" };
  await as(people.lead, (tx) => completeWork(tx, people.lead, step(id), found));
  const close = () => as(people.manager, (tx) => endWork(tx, people.manager, "close", step(id)));
  await expect(close()).rejects.toThrow("1 entry of hours waits for approval.");
  const [offered] = (await read(id, people.manager)).actions.filter((a) => a.name === "close");
  expect(offered).toMatchObject({ enabled: false, reason: /waits for approval/ });
  await as(people.manager, (tx) => approveHours(tx, people.manager, hours, 1));
  expect(await close()).toMatchObject({ status: "closed" });
});

test("a resident's words and photos go with the work order that is made of the report", async () => {
  const photo = async (name: string) => {
    const id = newId();
    await as(people.manager, (tx) =>
      tx.rows(sql`
        insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
        values (
          ${agency.orgId}, ${id}, ${name}, 'image/jpeg', 9, ${name.padStart(64, "0")},
          ${people.manager.personId}
        )
      `),
    );
    return id;
  };
  const [first, second] = [await photo("a1"), await photo("a2")];
  const own = { orgId: agency.orgId, id: newId() };
  await as(people.manager, async (tx) => {
    const type = { orgId: agency.orgId, id: newId(), code: "hole", name: "Hole", expectedDays: 5 };
    await insertRow(tx, serviceType, type);
    await insertRow(tx, serviceRequest, {
      ...own,
      number: "SR-2026-00001",
      serviceTypeId: type.id,
      status: "acknowledged",
      description: "A hole beside the curb",
      photoId: first,
      latitude: 44.79,
      longitude: -93.41,
      expectedAt: `${agencyDay(5)}T12:00:00Z`,
    } as never);
    await insertRow(tx, serviceAddition, {
      orgId: agency.orgId,
      id: newId(),
      serviceRequestId: own.id,
      words: "It is deeper now",
      photoId: second,
      reopens: false,
    });
  });
  const make = (description = "") =>
    as(people.clerk, (tx) =>
      requestWork(
        tx,
        people.clerk,
        workOrderInput.parse({ title: "Hole", description, serviceRequestId: own.id }),
      ),
    );
  const made = await make();
  expect(made.description).toBe("A hole beside the curb\n\nIt is deeper now");
  const files = await t.database.read(people.lead).rows<{ fileId: string; label: string }>(sql`
    select file_id, label
    from attachment
    where object_id = ${made.id}
    order by file_id
  `);
  expect(files).toEqual(
    [first, second].toSorted().map((fileId) => ({ fileId, label: "From SR-2026-00001" })),
  );
  expect([first, second]).toContain(
    await newestPicture(t.database.read(people.lead), "workOrder", made.id),
  );
  // The work stands where the resident pointed to, with the newest of the photos.
  expect(await read(made.id)).toMatchObject({
    latitude: "44.79",
    longitude: "-93.41",
    photoId: await newestPicture(t.database.read(people.lead), "workOrder", made.id),
  });
  expect((await make("Fill it with cold patch")).description).toBe("Fill it with cold patch");
  await expect(
    as(people.clerk, (tx) =>
      requestWork(
        tx,
        people.clerk,
        workOrderInput.parse({ title: "Hole", serviceRequestId: newId() }),
      ),
    ),
  ).rejects.toMatchObject({ errors: [{ path: "serviceRequestId" }] });
});
