import type { Actor } from "#kernel/access.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { listFunds } from "#areas/budget/budget.server.ts";
import { carverDepartments } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { placeByName } from "#areas/organization/organization.server.ts";
import { linesReceived } from "#areas/procurement/procurement.server.ts";
import type { App } from "#server/app.ts";
import { allSearches } from "#server/area.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { itemInput } from "../item/item.model.ts";
import { enterItem } from "../item/item.service.ts";
import { locationInput } from "../location/location.model.ts";
import { enterLocation } from "../location/location.service.ts";
import { changeLot, moveLot } from "../lot/lot.service.ts";
import { movementInput } from "../movement/movement.model.ts";
import { nameOrderLine } from "../movement/order-line.service.ts";
import { postMovement } from "../movement/post.service.ts";
import {
  demoIssues,
  demoItems,
  demoLocations,
  floodIssues,
  recalledLot,
  recalledPurchase,
  shelfOf,
  apart,
} from "./inventory.data.ts";
import { seedCounter } from "./counter.ts";
import { seedCounts } from "./counts.ts";
import { seedDock } from "./dock.ts";
import { openingOf } from "./opening.ts";
import { seedTransfers } from "./transfers.ts";

type Named = ReadonlyMap<string, string>;
type Stores = { items: Named; rooms: Named; today: Day };

const seedItems = async (tx: Tx, actor: Actor): Promise<Named> => {
  const ids = new Map<string, string>();
  for (const { unitCents: _cents, ...item } of demoItems) {
    const input = itemInput.parse({ ...item, keeperId: actor.personId });
    ids.set(item.name, (await enterItem(tx, actor, input)).id);
  }
  return ids;
};

const seedLocations = async (tx: Tx, actor: Actor): Promise<Named> => {
  const ids = new Map<string, string>();
  for (const { within, place, ...room } of demoLocations) {
    const input = locationInput.parse({
      ...room,
      parentId: within ? ids.get(within) : null,
      placeId: place ? await placeByName(tx, place) : null,
    });
    ids.set(room.code, (await enterLocation(tx, actor, input)).id);
  }
  return ids;
};

// What lay there is counted once, three months ago, at what it had cost.
const seedOpening = async (
  tx: Tx,
  actor: Actor,
  { items, rooms, today }: Stores,
  fundId: string,
): Promise<void> => {
  const lines = openingOf(today);
  for (const location of new Set(lines.map((line) => line.location))) {
    const { reason, ...movement } = movementInput.parse({
      kind: "adjust",
      movedOn: addDays(today, -92),
      reason: "Opening balance, counted by two people.",
      lines: lines
        .filter((line) => line.location === location)
        .map((line) => ({
          itemId: items.get(line.item),
          toLocationId: rooms.get(location),
          fundId,
          quantity: line.quantity,
          valueCents: line.cents,
          lot: line.lot,
        })),
    });
    await postMovement(tx, actor, { reason, ...movement, opening: true });
  }
};

const placeOf = (item: string): string =>
  apart[item] ?? shelfOf[demoItems.find(({ name }) => name === item)!.costClass]!;

type Issue = {
  days: number;
  consumer: { type: string; id: string };
  item: string;
  quantity: string;
};
const issue = (tx: Tx, actor: Actor, { items, rooms, today }: Stores, one: Issue) =>
  postMovement(
    tx,
    actor,
    movementInput.parse({
      kind: "issue",
      movedOn: addDays(today, -one.days),
      consumer: one.consumer,
      lines: [
        {
          itemId: items.get(one.item),
          fromLocationId: rooms.get(placeOf(one.item)),
          quantity: one.quantity,
        },
      ],
    }),
  );

// The flood that the county runs, where its story is told.
const runningIncident = async (tx: Tx): Promise<string | null> => {
  const source = allSearches().find(({ kind }) => kind === "incident");
  if (!source) return null;
  const page = await runList(tx, demoActor("manager"), source.list, {
    status: ["activated", "response", "recovery"],
  });
  const running = page.items as unknown as { id: string; exercise: boolean }[];
  return running.find(({ exercise }) => !exercise)?.id ?? null;
};

const seedIssues = async (tx: Tx, actor: Actor, stores: Stores): Promise<void> => {
  const incidentId = await runningIncident(tx);
  const toFlood: Issue[] = incidentId
    ? floodIssues.map(([days, item, quantity]) => ({
        ...{ days, item, quantity },
        consumer: { type: "incident", id: incidentId },
      }))
    : [];
  const toCrews: Issue[] = demoIssues.map(([days, code, item, quantity]) => ({
    ...{ days, item, quantity },
    consumer: departmentOf(code),
  }));
  const inOrder = [...toCrews, ...toFlood].toSorted((a, b) => b.days - a.days);
  for (const one of inOrder) await issue(tx, actor, stores, one);
};

const departmentOf = (code: string) => ({
  type: "department",
  id: carverDepartments.find((d) => d.code === code)!.id,
});

// Gloves that were bought and received in an earlier chapter come into the stores under what stands on
// their boxes, and go to crews: a recall leads back to the order and forward to each of them.
const seedRecalled = async (
  tx: Tx,
  actor: Actor,
  { items, rooms, today }: Stores,
): Promise<string | null> => {
  const { line, item, room, code, handedOut } = recalledPurchase;
  const [bought] = await linesReceived(tx, line);
  if (!bought) return null;
  const [itemId, locationId] = [items.get(item)!, rooms.get(room)!];
  await nameOrderLine(tx, actor, { orderLineId: bought.id, itemId, locationId });
  const { id, expiresOn, version } = await tx.one<{
    id: string;
    expiresOn: Day | null;
    version: number;
  }>(sql`
    select id, expires_on, version
    from stock_lot
    where org_id = ${tx.scope.orgId} and item_id = ${itemId} and receipt_line_id is not null
  `);
  await changeLot(tx, actor, id, { code, expiresOn }, version);
  for (const [days, department, quantity] of handedOut)
    await postMovement(
      tx,
      actor,
      movementInput.parse({
        kind: "issue",
        movedOn: addDays(today, -days),
        consumer: departmentOf(department),
        lines: [{ itemId, fromLocationId: locationId, lotId: id, quantity }],
      }),
    );
  return code;
};

// One lot is recalled: somebody else than the storekeeper decides about it.
const recallOne = async (tx: Tx, actor: Actor, code: string): Promise<void> => {
  const { id } = await tx.one<{ id: string }>(sql`
    select id
    from stock_lot
    where org_id = ${tx.scope.orgId} and code = ${code}
  `);
  const reason =
    code === recalledLot
      ? "The maker recalls this batch: blocks do not melt evenly. Its bulletin is asked for."
      : "The maker recalls this batch: pinholes. Its bulletin is asked for; crews were told.";
  await moveLot(tx, actor, "quarantine", { id, version: null, reason });
};

/** The stores of the county yard: locations, items, what lay there, and three months of issues. */
export const seedInventory = async ({ database }: App): Promise<void> => {
  const actor = demoActor("stores");
  await database.transaction(actor, async (tx) => {
    const rooms = await seedLocations(tx, actor);
    const items = await seedItems(tx, actor);
    const funds = await listFunds(tx);
    const fund = funds.find(({ name }) => /road/i.test(name)) ?? funds[0];
    if (!fund) return;
    const stores = { items, rooms, today: businessDate(tx.scope) };
    await seedOpening(tx, actor, stores, fund.id);
    await seedIssues(tx, actor, stores);
    await seedCounter(tx, actor, stores);
    await recallOne(tx, actor, (await seedRecalled(tx, actor, stores)) ?? recalledLot);
    await seedDock(tx, actor, { items, yardId: rooms.get("YARD")!, today: stores.today });
    await seedCounts(tx, actor, rooms);
    await seedTransfers(tx, actor, stores);
  });
};
