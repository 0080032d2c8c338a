// One delivery that came short and holds its bill, one that is late, one on its way today,
// one that the agency fetches itself, and one that is verified.
import type { Actor } from "#kernel/access.ts";
import { dateIn } from "#kernel/dates.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { invoiceList } from "#areas/finance/finance.server.ts";
import { readNoticesOf, readOrganization } from "#areas/organization/organization.server.ts";
import {
  announceInStory,
  ordersToShip,
  type StoryOrder,
} from "#areas/procurement/procurement.server.ts";
import type { App } from "#server/app.ts";
import type { Db } from "#server/db/db.ts";
import { runList } from "#server/http/list-page.ts";
import { enterEvent } from "../shipment/event.service.ts";
import { eventInput } from "../shipment/event.model.ts";
import type { EventKind } from "../shipment/shipment.labels.ts";
import { followRecords } from "../shipment/standing.service.ts";
import { seedRoutes } from "./routes.seed.ts";

const hour = 3_600_000;
type Told = {
  order: StoryOrder;
  carrier: string;
  tracking: string;
  shippedOn: Day;
  expectedOn: Day;
  lines: { lineId: string; quantity: string }[];
  /** What was heard of it, and how many hours ago. */
  events: { kind: EventKind; hoursAgo: number; place: string }[];
};

// Nothing was heard of goods before they were ordered, however young the newest order is on this day.
const heardAt = (order: StoryOrder, hoursAgo: number): string =>
  new Date(Math.max(Date.now() - hoursAgo * hour, Date.parse(order.orderedOn))).toISOString();

const tell = async (app: App, actor: Actor, told: Told): Promise<void> => {
  const { order, events, ...head } = told;
  await app.database.transaction(actor, async (tx) => {
    const id = await announceInStory(tx, order, { ...head, packages: head.lines.length });
    for (const { kind, hoursAgo, place } of events) {
      const at = heardAt(order, hoursAgo);
      await enterEvent(tx, actor, id, eventInput.parse({ at, kind, place }));
    }
    await followRecords(tx, actor, id, "Announced by its vendor");
  });
};

const whole = (of: StoryOrder, what: "left" | "came" | "ordered") =>
  of.lines
    .map((l) => ({ lineId: l.id, quantity: l[what] }))
    .filter(({ quantity }) => Number(quantity) > 0);

const hoursSince = (on: Day, today: Day): number =>
  ((Date.parse(today) - Date.parse(on)) / 86_400_000) * 24;

// Goods that came short and were billed in full: the match holds the bill, and the shipment says why.
const orderWithHeldBill = async (
  db: Db,
  orders: readonly StoryOrder[],
): Promise<StoryOrder | undefined> => {
  const page = await runList<{ purchaseOrderId: string | null }>(db, demoActor("ap"), invoiceList, {
    status: ["exception"],
    limit: 500,
  });
  const billed = new Set(page.items.map(({ purchaseOrderId }) => purchaseOrderId));
  return orders.find(({ id }) => billed.has(id));
};

// The vendor holds it ready; the agency's own truck fetches it.
const waitingAtVendor = (order: StoryOrder, today: Day): Told => ({
  ...{ order, carrier: "Agency pick-up", tracking: "", events: [] },
  ...{ shippedOn: today, expectedOn: addDays(today, 2), lines: whole(order, "left") },
});

/** Tells the shipments of Carver County. */
export const seedLogistics = async (app: App): Promise<void> => {
  const actor = demoActor("receiver");
  const db = app.database.read({ orgId: carverCountyId, personId: null });
  const { timeZone } = await readOrganization(db);
  const on = (days: number): Day => addDays(dateIn(new Date().toISOString(), timeZone), days);
  const today = on(0);
  const [open, came, short] = await Promise.all([
    ordersToShip(db, "open"),
    ordersToShip(db, "whole"),
    ordersToShip(db, "short"),
  ]);
  const [late, due, fetched] = open;
  if (late)
    await tell(app, actor, {
      order: late,
      carrier: "UPS",
      tracking: "1Z8R42Y70342108865",
      shippedOn: on(-6),
      expectedOn: on(-2),
      lines: whole(late, "left"),
      events: [{ kind: "in_transit", hoursAgo: 60, place: "Des Moines, IA" }],
    });
  if (due)
    await tell(app, actor, {
      order: due,
      carrier: "Own truck",
      tracking: "",
      shippedOn: on(-1),
      expectedOn: today,
      lines: whole(due, "left"),
      events: [
        { kind: "in_transit", hoursAgo: 9, place: "Shakopee, MN" },
        { kind: "out_for_delivery", hoursAgo: 1, place: "Chaska, MN" },
      ],
    });
  if (fetched) await tell(app, actor, waitingAtVendor(fetched, today));
  const held = await orderWithHeldBill(db, short);
  for (const [order, what] of [
    [came[0], "came"],
    [held ?? short[0], "ordered"],
  ] as const) {
    if (!order?.receivedOn) continue;
    const hours = hoursSince(order.receivedOn, today);
    await tell(app, actor, {
      order,
      carrier: "FedEx",
      tracking: what === "came" ? "771948205533" : "771948206118",
      shippedOn: addDays(order.receivedOn, -3),
      expectedOn: order.receivedOn,
      lines: whole(order, what),
      events: [{ kind: "in_transit", hoursAgo: hours + 26, place: "Minneapolis, MN" }],
    });
  }
  // What they were told of it is old news by the first morning.
  await seedRoutes(app);
  await readNoticesOf(app, carverCountyId, ["shipment.differs", "route.released", "route.failed"]);
};
