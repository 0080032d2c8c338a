// Assets and their work: what a step asks before it is taken, who may take it, and what another
// agency's person cannot reach.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { day } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { makeAgency, makeMembers, makePolicy, type Agency } from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { raw, sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { assetInput, type AssetInput } from "./asset/asset.model.ts";
import { readAsset } from "./asset/asset.read.service.ts";
import { changeAsset, createAsset, moveAsset, readCondition } from "./asset/asset.service.ts";
import { changeClass, createClass } from "./asset/class.service.ts";
import { disposalApproval, disposeOfAsset, proposeDisposal } from "./disposal/disposal.service.ts";
import { enterpriseAssets } from "./book/eam.service.ts";
import { workOrderInput, type WorkOrderInput } from "./work-order/work-order.model.ts";
import type { PermitKind } from "./permit/permit.labels.ts";
import { permitInput, permitRulesOn } from "./permit/permit.model.ts";
import { issuePermit } from "./permit/permit.service.ts";
import { readWork } from "./work-order/work-order.read.service.ts";
import { followUp } from "./work-order/follow-up.service.ts";
import {
  approveWork,
  changeWork,
  completeWork,
  endWork,
  holdWork,
  requestWork,
  scheduleWork,
  startWork,
  tickTask,
} from "./work-order/work-order.service.ts";

let t: TestDatabase;
let agency: Agency;
let keeper: Actor;
let manager: Actor;
let other: Actor;
let crew: Actor;
let asker: Actor;
let stranger: Actor;
let boss: Actor;
let classId: string;

const as = <T>(actor: Actor, act: (tx: Tx) => Promise<T>) => t.database.transaction(actor, act);
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: { rule?: string; errors?: { path: string }[]; message: string }) =>
      error.errors?.[0]?.path ?? error.rule ?? error.message,
  );

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ keeper, manager, other, crew, asker, boss } = await makeMembers(t.database, agency, {
    keeper: { duties: ["asset_manager"] },
    manager: { role: "manager" },
    other: { role: "manager" },
    crew: { duties: ["technician"] },
    asker: {},
    boss: { role: "admin" },
  }));
  ({ stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { role: "admin" },
  }));
  ({ id: classId } = await as(keeper, (tx) =>
    createClass(tx, keeper, {
      code: "PUMP",
      name: "Pump",
      conditionScale: "paser",
      lifeMonths: 120,
      active: true,
    }),
  ));
});
afterAll(() => t.drop());

let tags = 0;
const make = (over: Partial<AssetInput> = {}) =>
  as(keeper, (tx) =>
    createAsset(
      tx,
      keeper,
      assetInput.parse({
        name: "Pump B",
        classId,
        tag: `P-${++tags}`,
        location: "Lift station 7",
        departmentId: agency.departmentId,
        ...over,
      }),
    ),
  );
const serving = async (over: Partial<AssetInput> = {}) => {
  const { id } = await make(over);
  await as(keeper, (tx) => moveAsset(tx, keeper, "putInService", { id, version: null }));
  return id;
};
const ask = (over: Partial<WorkOrderInput> = {}, actor = asker) =>
  as(actor, (tx) =>
    requestWork(tx, actor, workOrderInput.parse({ title: "It does not start", ...over })),
  );
const step = (id: string) => ({ id, version: null });
const begun = async (over: Partial<WorkOrderInput> = {}) => {
  const { id } = await ask(over);
  await as(manager, (tx) => approveWork(tx, manager, step(id)));
  await as(crew, (tx) => startWork(tx, crew, "start", step(id)));
  return id;
};

test("an asset goes into service with tag, place and owner, and not before", async () => {
  const { id } = await make({ tag: "", departmentId: null });
  const move = () =>
    as(keeper, (tx) => moveAsset(tx, keeper, "putInService", { id, version: null }));
  await expect(move()).rejects.toThrow("It lacks a tag and a custodian or a department.");
  await as(keeper, (tx) =>
    changeAsset(tx, keeper, id, { tag: "LATE", departmentId: agency.departmentId }, 1),
  );
  expect(await move()).toMatchObject({
    status: "in_service",
    inServiceOn: agencyDay(),
  });
});

test("a tag is one asset's, and no asset is part of itself through others", async () => {
  const top = await make({ tag: "TOP" });
  const middle = await make({ parentId: top.id });
  const low = await make({ parentId: middle.id });
  expect(await refused(make({ tag: "top" }))).toBe("tag");
  const loop = as(keeper, (tx) => changeAsset(tx, keeper, top.id, { parentId: low.id }, 1));
  expect(await refused(loop)).toBe("parentId");
  const old = as(keeper, (tx) => changeAsset(tx, keeper, top.id, { name: "Other" }, 7));
  expect(await refused(old)).not.toBe("done");
});

test("a condition is read in the scale of the class; the newest day is the asset's", async () => {
  const id = await serving();
  const read = (readOn: string, value: number) =>
    as(crew, (tx) => readCondition(tx, crew, id, { readOn, value, note: "" }));
  await read(agencyDay(-2), 3);
  await read(agencyDay(-400), 9);
  expect(await refused(read(agencyDay(-1), 11))).toBe("value");
  expect(await refused(read(agencyDay(1), 5))).toBe("readOn");
  const seen = await readAsset(t.database.read(asker), asker, id);
  expect([seen.condition, seen.conditionOn, seen.readings.length]).toEqual([4, agencyDay(-2), 2]);
  const other = as(keeper, (tx) =>
    changeClass(
      tx,
      keeper,
      classId,
      { code: "PUMP", name: "Pump", conditionScale: "nbi", lifeMonths: 120, active: true },
      1,
    ),
  );
  expect(await refused(other)).toBe("conditionScale");
});

test("out of service is counted; open work holds a retirement; disposal takes another person", async () => {
  const id = await serving({
    costCents: 1_200_000,
    salvageCents: 0,
    lifeMonths: 120,
    custodianId: manager.personId,
  });
  const move = (action: "takeOut" | "putBack" | "retire", reason = "Seal is gone") =>
    as(keeper, (tx) => moveAsset(tx, keeper, action, { id, version: null, reason }));
  await move("takeOut");
  await move("putBack");
  const work = await ask({ assetId: id });
  await expect(move("retire")).rejects.toThrow("Work is open on it: 1 work order.");
  await as(manager, (tx) =>
    endWork(tx, manager, "cancel", { ...step(work.id), reason: "Retired instead" }),
  );
  await move("retire");
  const dispose = (actor: Actor) =>
    as(actor, (tx) =>
      disposeOfAsset(tx, actor, step(id), {
        disposedOn: agencyDay(),
        disposalCents: 250_000,
        reason: "Sold at auction",
      }),
    );
  expect(await refused(dispose(other))).toContain("Propose its disposal first");
  await makePolicy(t.database, boss, { documentType: "assetDisposal" });
  await as(keeper, (tx) =>
    proposeDisposal(tx, keeper, step(id), {
      way: "sale",
      valueCents: 250_000,
      valueOn: agencyDay(),
      basis: "auction",
      basisWords: "County auction",
      reason: "Worn",
    }),
  );
  await as(manager, (tx) => disposalApproval.approved(tx, manager, id));
  expect(await refused(dispose(manager))).toContain("custodian");
  expect(await dispose(other)).toMatchObject({ status: "disposed", disposalCents: 250_000 });
  const seen = await readAsset(t.database.read(keeper), keeper, id);
  expect(seen.downtime).toHaveLength(1);
  expect(seen.downtime[0]!.untilAt).not.toBeNull();
  // Put in service today: nothing is depreciated yet, and $2,500 came in for $12,000 of book.
  expect(seen.disposalResultCents).toBe(-950_000);
  expect(await refused(as(keeper, (tx) => moveAsset(tx, keeper, "putBack", step(id))))).not.toBe(
    "done",
  );
});

test("who asked for work does not approve it; who leads it is told and may do it", async () => {
  const id = await serving();
  const own = await ask({ assetId: id }, manager);
  expect(await refused(as(manager, (tx) => approveWork(tx, manager, step(own.id))))).toContain(
    "Somebody other",
  );
  const work = await ask({ assetId: id });
  expect(work).toMatchObject({ location: "Lift station 7", departmentId: agency.departmentId });
  await expect(as(asker, (tx) => approveWork(tx, asker, step(work.id)))).rejects.toThrow();
  await as(manager, (tx) => approveWork(tx, manager, step(work.id)));
  const schedule = (leadId: string) =>
    as(keeper, (tx) =>
      scheduleWork(tx, keeper, step(work.id), { scheduledOn: agencyDay(1), leadId }),
    );
  expect(await refused(schedule(asker.personId!))).toBe("leadId");
  expect(await schedule(crew.personId!)).toMatchObject({ status: "scheduled" });
});

const issue = (id: string, kind: PermitKind) =>
  as(crew, (tx) =>
    issuePermit(
      tx,
      crew,
      id,
      permitInput.parse({
        kind,
        supervisor: "Ana Ruiz",
        answers: permitRulesOn(kind, agencyDay()).items.map(({ key }) => ({
          item: key,
          answer: "yes",
        })),
      }),
    ),
  );

test("work starts locked out and within the days of its locate ticket", async () => {
  const { id } = await ask({ lockout: true, digs: true });
  await as(manager, (tx) => approveWork(tx, manager, step(id)));
  const start = () => as(crew, (tx) => startWork(tx, crew, "start", step(id)));
  const say = async (patch: object) => {
    const { version } = await readWork(t.database.read(keeper), keeper, id);
    await as(keeper, (tx) => changeWork(tx, keeper, id, patch, version));
  };
  await expect(start()).rejects.toThrow("Lockout: issue today's permit first.");
  await issue(id, "lockout");
  await expect(start()).rejects.toThrow("enter the ticket");
  await say({ locateTicket: "26-1", locateUntil: agencyDay(-1) });
  await expect(start()).rejects.toThrow("out of its days");
  await say({ locateUntil: agencyDay(3) });
  expect(await start()).toMatchObject({ status: "in_progress", leadId: crew.personId });
});

test("a permit ends with its day and stays with its job, also once that is closed or demands it no more", async () => {
  const { id } = await ask({ lockout: true });
  await as(manager, (tx) => approveWork(tx, manager, step(id)));
  const permit = await issue(id, "lockout");
  const seen = async () => {
    const { permits, endedPermits } = await readWork(t.database.read(keeper), keeper, id);
    return [permits.map((each) => each.issued?.id ?? null), endedPermits.map((each) => each.id)];
  };
  const set = (table: "work_permit" | "work_order", patch: ReturnType<typeof sql>) =>
    as(keeper, (tx) => tx.rows(sql`update ${raw(table)} set ${patch}`));
  expect(await seen()).toEqual([[permit.id], []]);
  await set(
    "work_permit",
    sql`
      issued_on = issued_on - 1, issued_at = issued_at - interval '1 day'
      where id = ${permit.id}
    `,
  );
  expect(await seen()).toEqual([[null], [permit.id]]);
  await set("work_order", sql`lockout = false where id = ${id}`);
  expect(await seen()).toEqual([[], [permit.id]]);
});

test("mandatory tasks come before completion; what is closed stays, and is followed up", async () => {
  const id = await begun({ tasks: [{ title: "Test under load", mandatory: true }] });
  const complete = () =>
    as(crew, (tx) =>
      completeWork(tx, crew, step(id), { problem: "", cause: "", remedy: "New seal" }),
    );
  await expect(complete()).rejects.toThrow("1 mandatory task is open.");
  await as(crew, (tx) => holdWork(tx, crew, step(id), { because: "material" }));
  await as(crew, (tx) => startWork(tx, crew, "resume", step(id)));
  const { tasks } = await readWork(t.database.read(crew), crew, id);
  await as(crew, (tx) => tickTask(tx, crew, { id, taskId: tasks[0]!.id, done: true }));
  const ends = await Promise.allSettled([complete(), complete()]);
  expect(ends.filter((end) => end.status === "fulfilled")).toHaveLength(1);
  await as(manager, (tx) => endWork(tx, manager, "close", step(id)));
  const late = as(keeper, (tx) => changeWork(tx, keeper, id, { title: "Other" }, null));
  expect(await refused(late)).not.toBe("done");
  const next = await as(asker, (tx) => followUp(tx, asker, id, "It stopped again"));
  expect(next).toMatchObject({ status: "requested", followsId: id, priority: "high" });
});

test("another agency sees nothing and moves nothing", async () => {
  const id = await serving();
  const work = await ask({ assetId: id });
  const db = t.database.read(stranger);
  await expect(readAsset(db, stranger, id)).rejects.toThrow();
  await expect(readWork(db, stranger, work.id)).rejects.toThrow();
  await expect(as(stranger, (tx) => approveWork(tx, stranger, step(work.id)))).rejects.toThrow();
  const theirs = as(stranger, (tx) =>
    requestWork(tx, stranger, workOrderInput.parse({ title: "On theirs", assetId: id })),
  );
  expect(await refused(theirs)).not.toBe("done");
  expect((await enterpriseAssets(db)).classes).toEqual([]);
});

test("what stands on the overview is what the register holds", async () => {
  const mine = await makeAgency(t.database);
  const { boss } = await makeMembers(t.database, mine, { boss: { role: "admin" } });
  const { id } = await as(boss, (tx) =>
    createClass(tx, boss, {
      code: "T",
      name: "Truck",
      conditionScale: "one_to_five",
      lifeMonths: 100,
      active: true,
    }),
  );
  for (const [tag, costCents] of [
    ["A", 1_000_000],
    ["B", null],
  ] as const) {
    const row = await as(boss, (tx) =>
      createAsset(
        tx,
        boss,
        assetInput.parse({
          name: tag,
          tag,
          classId: id,
          location: "Yard",
          departmentId: mine.departmentId,
          costCents,
          lifeMonths: 100,
          consequence: 5,
          likelihood: 3,
        }),
        { inServiceOn: day("2020-01-01") },
      ),
    );
    await as(boss, (tx) => moveAsset(tx, boss, "putInService", step(row.id)));
  }
  const seen = await enterpriseAssets(
    t.database.read({ ...boss, businessNow: "2021-01-15T18:00:00.000Z" }),
  );
  expect(seen.classes).toEqual([
    {
      id,
      name: "Truck",
      assets: 2,
      costCents: 1_000_000,
      depreciatedCents: 120_000,
      bookCents: 880_000,
      unpriced: 1,
    },
  ]);
  expect(seen.matrix).toEqual([{ condition: null, band: "high", assets: 2 }]);
  expect(seen.endsOfLife).toEqual([{ year: 2028, assets: 2, costCents: 1_000_000 }]);
});
