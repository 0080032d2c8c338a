import type { Actor } from "#kernel/access.ts";
import { dateIn } from "#kernel/dates.ts";
import { utcDay } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { carverDepartments, carverTimeZone } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import {
  addToRequest,
  hostAgency,
  moveRequest,
  report,
  reporterKey,
  reportInput,
  visitorIn,
} from "#areas/engagement/engagement.server.ts";
import { later } from "#areas/procurement/procurement.server.ts";
import { improve, setThreshold } from "../book/book.service.ts";
import { closeCount, explainMissing, findAsset, openCount } from "../label/count.service.ts";
import { acknowledgeCertificates } from "../need/certificate.service.ts";
import { addNeed } from "../need/need.service.ts";
import { workOrderInput } from "../work-order/work-order.model.ts";
import {
  approveWork,
  completeWork,
  endWork,
  requestWork,
  scheduleWork,
  startWork,
} from "../work-order/work-order.service.ts";

type Known = { app: App; now: Date; ids: ReadonlyMap<string, string> };
const run = <T>(app: App, actor: Actor, act: (tx: Tx) => Promise<T>) =>
  app.database.transaction(actor, act);
const [, , , , parks] = carverDepartments;
const step = (id: string) => ({ id, version: null });

// The culvert that was cleared and is blocked again: its report was opened again, and a follow-up
// is with the crew that cleared it.
const seedReopened = async ({ app, now, ids }: Known): Promise<void> => {
  const host = await hostAgency(app);
  const visitor = visitorIn(host);
  const { id } = await run(app, visitor, (tx) =>
    report(
      tx,
      visitor,
      host,
      reportInput.parse({
        serviceCode: "road-flooded",
        description: "Culvert C-112 is blocked, the ditch backs up into our yard.",
        address: "Quarry Hill Road 212",
        latitude: 44.7852,
        longitude: -93.6127,
        name: "Nell Forsberg",
        email: "nell.forsberg@example.org",
      }),
    ),
  );
  const crew = demoActor("technician");
  const manager = demoActor("manager");
  const works = demoActor("works");
  const work = await run(app, works, (tx) =>
    requestWork(
      tx,
      works,
      workOrderInput.parse({
        title: "Clear culvert C-112",
        kind: "corrective",
        priority: "high",
        assetId: ids.get("CULV-012"),
        serviceRequestId: id,
        estimateMinutes: 180,
      }),
    ),
  );
  await run(app, manager, (tx) => approveWork(tx, manager, step(work.id)));
  await run(app, works, (tx) =>
    scheduleWork(tx, works, step(work.id), {
      scheduledOn: dateIn(now.toISOString(), carverTimeZone),
      leadId: crew.personId!,
    }),
  );
  await run(app, crew, (tx) => startWork(tx, crew, "start", step(work.id)));
  const found = { problem: "Branches", cause: "Flood", remedy: "Cleared, one load hauled off." };
  await run(app, crew, (tx) => completeWork(tx, crew, step(work.id), found));
  await run(app, works, (tx) => endWork(tx, works, "close", step(work.id)));
  await run(app, manager, (tx) =>
    moveRequest(tx, manager, "close", { id, version: null, reason: "The culvert was cleared." }),
  );
  await run(app, visitor, (tx) =>
    addToRequest(tx, visitor, host, {
      key: reporterKey(id),
      photoId: null,
      reopen: true,
      words: "It holds water again after last night: something sits deep inside.",
    }),
  );
};

const seedCounts = async ({ app, ids }: Known): Promise<void> => {
  const works = demoActor("works");
  const manager = demoActor("manager");
  const tags = ["BRDG-001", "BRDG-002", "BRDG-003"];
  const { id } = await run(app, works, (tx) =>
    openCount(tx, works, { federal: true, departmentId: null }),
  );
  for (const tag of tags)
    await run(app, works, (tx) => findAsset(tx, works, id, { tag, scanned: true }));
  await run(app, works, (tx) =>
    explainMissing(tx, works, id, {
      assetId: ids.get("BRDG-004")!,
      reason: "Closed since the flood: seen from the bank, its label cannot be reached.",
    }),
  );
  await run(app, manager, async (tx) => {
    const { version } = await tx.one<{ version: number }>(sql`
      select version
      from asset_count
      where org_id = ${tx.scope.orgId} and id = ${id}
    `);
    await closeCount(tx, manager, id, version);
  });
  const open = await run(app, works, (tx) =>
    openCount(tx, works, { federal: false, departmentId: parks.id }),
  );
  for (const tag of ["PLAY-001", "PLAY-002", "PLAY-004"])
    await run(app, works, (tx) => findAsset(tx, works, open.id, { tag, scanned: true }));
};

// What waits for material names what; a dig names the certificate that the manager answered for.
const seedNeeds = async ({ app, now, ids }: Known): Promise<void> => {
  const crew = demoActor("technician");
  const manager = demoActor("manager");
  const works = demoActor("works");
  const waiting = await run(app, works, (tx) =>
    tx.one<{ id: string }>(sql`
      select id
      from work_order
      where org_id = ${tx.scope.orgId} and asset_id = ${ids.get("HYDR-018")!} and status = 'on_hold'
    `),
  );
  const needs = [
    { description: "Traffic flange kit, 6 in", quantity: "1", unit: "each" },
    { description: "Bagged concrete, 80 lb", quantity: "4", unit: "bag" },
  ];
  for (const need of needs)
    await run(app, crew, (tx) => addNeed(tx, crew, waiting.id, { ...need, commodityCode: null }));
  const dig = await run(app, works, (tx) =>
    requestWork(
      tx,
      works,
      workOrderInput.parse({
        title: "Replace the valve of hydrant H-1021",
        kind: "project",
        assetId: ids.get("HYDR-021"),
        digs: true,
        locateTicket: "26-2207",
        locateUntil: utcDay(later(now, 20)),
        certificates: "TRENCH",
        estimateMinutes: 480,
      }),
    ),
  );
  await run(app, manager, (tx) => approveWork(tx, manager, step(dig.id)));
  const { version } = await run(app, works, (tx) =>
    scheduleWork(tx, works, step(dig.id), {
      scheduledOn: utcDay(later(now, 2)),
      leadId: crew.personId!,
    }),
  );
  await run(app, manager, (tx) => acknowledgeCertificates(tx, manager, { id: dig.id, version }));
};

// From 5,000 dollars on the county capitalizes; a station got new controls in spring.
const seedBook = async ({ app, now, ids }: Known): Promise<void> => {
  const budget = demoActor("budget");
  const day = (ago: number) => dateIn(later(now, -ago).toISOString(), carverTimeZone);
  await run(app, budget, (tx) =>
    setThreshold(tx, budget, {
      fromDay: day(1_500),
      thresholdCents: 5_000_00,
      source: "Capital assets policy of the county board",
    }),
  );
  await run(app, budget, (tx) =>
    improve(tx, budget, ids.get("LIFT-004")!, {
      onDay: day(200),
      cents: 86_400_00,
      lifeMonths: null,
      workOrderId: null,
      description: "New controls and telemetry",
    }),
  );
};

/** A culvert that a resident opened again, counts, needs, certificates, and the book. */
export const seedFurther = async (known: Known): Promise<void> => {
  await seedBook(known);
  await seedReopened(known);
  await seedCounts(known);
  await seedNeeds(known);
};
