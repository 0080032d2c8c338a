// What a job needs: parts that become lines of a requisition once, and certificates that a supervisor
// acknowledges by name while nobody checks them.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeBudget, makeMembers, type Agency } from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { acknowledgeCertificates } from "./need/certificate.service.ts";
import {
  addNeed,
  buyNeeds,
  dropNeed,
  issueNeed,
  nameReceipt,
  needsOf,
} from "./need/need.service.ts";
import {
  partSource,
  registerPartSource,
  type PartSource,
  type PartWanted,
} from "#areas/procurement/procurement.server.ts";
import { workOrderInput } from "./work-order/work-order.model.ts";
import { readWork } from "./work-order/work-order.read.service.ts";
import {
  approveWork,
  requestWork,
  scheduleWork,
  startWork,
} from "./work-order/work-order.service.ts";

let t: TestDatabase;
let agency: Agency;
let keeper: Actor;
let manager: Actor;
let other: Actor;
let crew: Actor;
let asker: Actor;
let stranger: Actor;
let accountStringId: string;

const as = <T>(actor: Actor, act: (tx: Tx) => Promise<T>) => t.database.transaction(actor, act);
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
const step = (id: string) => ({ id, version: null });
const now = async (tx: Tx, id: string) => {
  const { version } = await tx.one<{ version: number }>(
    sql`select version from work_order where org_id = ${agency.orgId} and id = ${id}`,
  );
  return { id, version };
};

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ keeper, manager, other, crew, asker } = await makeMembers(t.database, agency, {
    keeper: { duties: ["asset_manager"] },
    manager: { role: "manager" },
    other: { role: "manager" },
    crew: { duties: ["technician"] },
    asker: {},
  }));
  ({ stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { role: "admin" },
  }));
  ({ accountStringId } = await makeBudget(t.database, agency, 500_000_00));
});
afterAll(() => t.drop());

test("a need becomes a line of a requisition once; without stock nothing comes from stock", async () => {
  const work = await as(asker, (tx) =>
    requestWork(
      tx,
      asker,
      workOrderInput.parse({ title: "New cap", departmentId: agency.departmentId }),
    ),
  );
  const add = (description: string) =>
    as(crew, (tx) =>
      addNeed(tx, crew, work.id, { description, commodityCode: null, quantity: "2", unit: "each" }),
    );
  const [cap, seal] = [await add("Cap"), await add("Seal")];
  const of = (needId: string) => ({ id: work.id, needId });
  expect(await refused(as(crew, (tx) => issueNeed(tx, crew, of(cap.id))))).toBe("no_stock");
  await as(crew, (tx) => dropNeed(tx, crew, of(seal.id)));
  const buy = (needId: string) =>
    as(asker, (tx) =>
      buyNeeds(tx, asker, work.id, {
        accountStringId,
        neededOn: agencyDay(7),
        lines: [{ needId, unitPrice: "12.50" }],
      }),
    );
  const { requisitionId } = await buy(cap.id);
  expect(await refused(buy(cap.id))).toBe("not_needed");
  expect(await refused(buy(seal.id))).toBe("not_needed");
  const drafted = await t.database.read(asker).one<object>(sql`
    select status, amount, requester_id
    from requisition
    where org_id = ${agency.orgId} and id = ${requisitionId}
  `);
  expect(drafted).toEqual({ status: "draft", amount: 2500, requesterId: asker.personId });
  expect(await refused(as(crew, (tx) => nameReceipt(tx, crew, of(cap.id), newId())))).toBe(
    "not_found",
  );
  expect(await needsOf(t.database.read(crew), work.id)).toMatchObject([
    { status: "requested", requisitionId, available: null },
    { status: "dropped" },
  ]);
  expect(await refused(needsOf(t.database.read(stranger), work.id))).toBe("not_found");
});

test("a certificate that nobody checked is acknowledged by name, by another than who does the work", async () => {
  const work = await as(asker, (tx) =>
    requestWork(tx, asker, workOrderInput.parse({ title: "Dig", certificates: "TRENCH, CDL-A" })),
  );
  await as(manager, (tx) => approveWork(tx, manager, step(work.id)));
  const give = (leadId: string) =>
    as(manager, (tx) =>
      scheduleWork(tx, manager, step(work.id), { scheduledOn: agencyDay(0), leadId }),
    );
  await give(keeper.personId!);
  const start = () => refused(as(keeper, (tx) => startWork(tx, keeper, "start", step(work.id))));
  expect(await start()).toBe("certificates");
  const acknowledge = (actor: Actor) =>
    refused(as(actor, async (tx) => acknowledgeCertificates(tx, actor, await now(tx, work.id))));
  expect(await acknowledge(keeper)).toBe("own_certificates");
  expect(await acknowledge(manager)).toBe("done");
  expect((await readWork(t.database.read(keeper), keeper, work.id)).demanded).toEqual({
    codes: ["TRENCH", "CDL-A"],
    lacking: [],
    closed: null,
    acknowledgedBy: manager.name,
  });
  await give(crew.personId!);
  await give(keeper.personId!);
  expect(await start()).toBe("certificates");
  expect(await acknowledge(other)).toBe("done");
  expect(await start()).toBe("done");
});

test("an area of stock holds a need, hands it out, and gets back what is not needed or bought", async () => {
  const told: string[] = [];
  const consumers: PartWanted["consumer"][] = [];
  let sheets = 0;
  // A stock that has one of everything for this agency, until the test ends.
  const source: PartSource = {
    available: (_db, wanted) => Promise.resolve(new Map(wanted.map((w) => [w.needId, "1"]))),
    reserve: (_tx, _actor, wanted) => {
      told.push(`hold ${wanted.description}`);
      consumers.push(wanted.consumer);
      return Promise.resolve(`R-${++sheets}`);
    },
    issue: (_tx, _actor, wanted, held) => {
      told.push(`issue ${wanted.description} of ${held}`);
      return Promise.resolve(`I-${++sheets}`);
    },
    giveBack: (_tx, _actor, ref) => {
      told.push(`back ${ref}`);
      return Promise.resolve();
    },
  };
  const before = partSource();
  registerPartSource.of(source).add();
  try {
    const work = await as(asker, (tx) =>
      requestWork(
        tx,
        asker,
        workOrderInput.parse({ title: "Valve", departmentId: agency.departmentId }),
      ),
    );
    const add = (description: string) =>
      as(crew, (tx) =>
        addNeed(tx, crew, work.id, {
          description,
          commodityCode: null,
          quantity: "1",
          unit: "each",
        }),
      );
    const used = await add("Bolt");
    const bought = await add("Valve");
    const of = (needId: string) => ({ id: work.id, needId });
    await as(crew, (tx) => issueNeed(tx, crew, of(used.id)));
    expect((await needsOf(t.database.read(crew), work.id)).map((one) => one.status)).toEqual([
      "issued",
      "needed",
    ]);
    await as(crew, (tx) => dropNeed(tx, crew, of(used.id)));
    await as(asker, (tx) =>
      buyNeeds(tx, asker, work.id, {
        accountStringId,
        neededOn: agencyDay(7),
        lines: [{ needId: bought.id, unitPrice: "3.00" }],
      }),
    );
    expect(consumers).toEqual(
      Array.from({ length: 2 }, () => ({ type: "workOrder", id: work.id })),
    );
    expect(told).toEqual(["hold Bolt", "hold Valve", "issue Bolt of R-1", "back I-3", "back R-2"]);
    expect(await refused(as(crew, (tx) => dropNeed(tx, crew, of(used.id))))).toBe("not_needed");
  } finally {
    registerPartSource.of(before).add();
  }
});
