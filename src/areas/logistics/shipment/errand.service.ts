import { isToCome } from "#areas/procurement/procurement.public.ts";
import {
  arrivingShipments,
  shipmentOf,
  type Shipment,
} from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import type { Errand, ErrandSource } from "#server/handover/errands.ts";
import { isFetched } from "./fetched.model.ts";

const type = "shipNotice";

const isDriven = ({ status, carrier }: Shipment): boolean => isToCome(status) && isFetched(carrier);

const errandOf = ({ id, number, title, vendor, place, expectedOn, ...at }: Shipment): Errand => ({
  ...{ type, id, number, place },
  title: `${title}, from ${vendor}`,
  position:
    at.latitude === null || at.longitude === null
      ? null
      : { latitude: at.latitude, longitude: at.longitude },
  due: expectedOn,
});

/** Shipments that the agency fetches itself: their vendor named no carrier but its pick-up. */
export const shipmentErrands: ErrandSource = {
  type,
  label: "Shipment",
  href: (id) => `/shipment-tracking/${id}`,
  waiting: async (db, until, most) =>
    (await arrivingShipments(db))
      .filter((shipment) => isDriven(shipment) && shipment.expectedOn <= until)
      .slice(0, most)
      .map(errandOf),
  read: async (db: Db, id) => {
    const found = await shipmentOf(db, id);
    return isDriven(found) ? errandOf(found) : null;
  },
};
