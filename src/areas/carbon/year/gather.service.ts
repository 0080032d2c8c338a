import { day } from "#kernel/time.ts";
import { billedQuantities } from "#areas/finance/finance.server.ts";
import { issuedBetween } from "#areas/inventory/inventory.server.ts";
import { drivenPlans } from "#areas/logistics/logistics.server.ts";
import { commoditiesOfLines, deliveredBetween } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import type { KnownRecord } from "../line/count.model.ts";
import type { Activity } from "./year.model.ts";

/** Meters of a mile, exactly. */
const mile = 1609.344;
const days = (year: number) => ({ from: day(`${year}-01-01`), until: day(`${year}-12-31`) });

const none = { quantity: null, unit: "", cents: 0, commodity: null, description: "" } as const;

const bills = async (db: Db, year: number): Promise<KnownRecord[]> => {
  const { lines } = await billedQuantities(db, days(year));
  const codes = await commoditiesOfLines(
    db,
    lines.flatMap(({ orderLineId }) => orderLineId ?? []),
  );
  return lines.map((line) => ({
    ...{ sourceType: "invoice", sourceId: line.invoiceId, sourceKey: `invoiceLine:${line.id}` },
    ...{ sourceNumber: line.number, title: `${line.description}, ${line.vendor}`.slice(0, 200) },
    ...{ onDay: line.onDay, point: "bought", takes: "quantity", description: line.description },
    commodity: (line.orderLineId && codes.get(line.orderLineId)) ?? null,
    ...{ quantity: line.quantity, unit: line.unit, cents: line.cents },
  }));
};

const issues = async (
  db: Db,
  year: number,
  activities: readonly Activity[],
): Promise<KnownRecord[]> => {
  const codes = activities
    .filter(({ takes }) => takes === "quantity")
    .flatMap((activity) => activity.codes.split(/[\s,]+/).filter(Boolean));
  if (codes.length === 0) return [];
  const found = await issuedBetween(db, { ...days(year), codes });
  return found.map((line) => ({
    ...{ sourceType: "stockMovement", sourceId: line.movementId },
    ...{ sourceKey: `stockLine:${line.id}`, sourceNumber: line.number, title: line.item },
    ...{ onDay: line.movedOn, point: "issued", takes: "quantity", description: line.item },
    ...{ commodity: line.commodity, quantity: line.quantity, unit: line.unit, cents: 0 },
  }));
};

const routes = async (db: Db, year: number): Promise<KnownRecord[]> => {
  const { from, until } = days(year);
  return (await drivenPlans(db, from, until)).map(({ id, number, name, onDay, meters }) => ({
    ...none,
    ...{ sourceType: "routePlan", sourceId: id, sourceKey: `routePlan:${id}` },
    ...{ sourceNumber: number, title: `${name}, planned way`, onDay, point: "burned" },
    ...{ takes: "routes", quantity: (meters / mile).toFixed(4), unit: "mi" },
  }));
};

const shipments = async (db: Db, year: number): Promise<KnownRecord[]> => {
  const { from, until } = days(year);
  const found = await deliveredBetween(db, from, until);
  return found.map(({ id, number, vendor, carrier, deliveredOn }) => ({
    ...none,
    ...{ sourceType: "shipment", sourceId: id, sourceKey: `shipment:${id}`, sourceNumber: number },
    // Neither weight nor way stands on a notice of shipment.
    ...{ title: [vendor, carrier].filter(Boolean).join(", "), onDay: deliveredOn },
    ...{ point: "bought", takes: "shipments" },
  }));
};

/** Everything of a calendar year that may be an activity: bills, issues, driven routes, shipments. */
export const knownRecords = async (
  db: Db,
  year: number,
  activities: readonly Activity[],
): Promise<KnownRecord[]> =>
  (
    await Promise.all([
      bills(db, year),
      issues(db, year, activities),
      routes(db, year),
      shipments(db, year),
    ])
  ).flat();
