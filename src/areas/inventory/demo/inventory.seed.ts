import type { Actor } from "#kernel/access.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { placeByName } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { itemInput } from "../item/item.model.ts";
import { enterItem } from "../item/item.service.ts";
import { locationInput } from "../location/location.model.ts";
import { enterLocation } from "../location/location.service.ts";
import { enterLot, moveLot } from "../lot/lot.service.ts";
import { demoItems, demoLocations, demoLots } from "./inventory.data.ts";

type Named = ReadonlyMap<string, string>;

const seedItems = async (tx: Tx, actor: Actor): Promise<Named> => {
  const ids = new Map<string, string>();
  for (const item of demoItems) {
    const input = itemInput.parse({ ...item, keeperId: actor.personId });
    ids.set(item.name, (await enterItem(tx, actor, input)).id);
  }
  return ids;
};

const seedLocations = async (tx: Tx, actor: Actor): Promise<void> => {
  const ids = new Map<string, string>();
  for (const { within, place, ...room } of demoLocations) {
    const input = locationInput.parse({
      ...room,
      parentId: within ? ids.get(within) : null,
      placeId: place ? await placeByName(tx, place) : null,
    });
    ids.set(room.code, (await enterLocation(tx, actor, input)).id);
  }
};

const seedLots = async (tx: Tx, actor: Actor, items: Named, today: Day): Promise<void> => {
  for (const [name, code, days] of demoLots) {
    const expiresOn = days === null ? null : addDays(today, days);
    await enterLot(tx, actor, { itemId: items.get(name)!, code, expiresOn });
  }
};

// One lot is recalled: somebody else than the storekeeper decides about it.
const recallOne = async (tx: Tx, actor: Actor, items: Named): Promise<void> => {
  const { id } = await enterLot(tx, actor, {
    itemId: items.get("Crack sealant, 30 lb block")!,
    code: "CS-4389",
    expiresOn: null,
  });
  const reason = "The maker recalls this batch: blocks do not melt evenly. Asked on its bulletin.";
  await moveLot(tx, actor, "quarantine", { id, version: null, reason });
};

/** The stores of the county yard: locations, items and lots. */
export const seedInventory = async ({ database }: App): Promise<void> => {
  const actor = demoActor("stores");
  await database.transaction(actor, async (tx) => {
    await seedLocations(tx, actor);
    const items = await seedItems(tx, actor);
    await seedLots(tx, actor, items, businessDate(tx.scope));
    await recallOne(tx, actor, items);
  });
};
