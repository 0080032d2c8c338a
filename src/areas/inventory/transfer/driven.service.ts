import { placePosition, placesOf } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import type { DrivenTransfer } from "#server/handover/driven.ts";
import { stockLocation } from "../inventory.tables.ts";
import { linesOfTransfer } from "./transfer.read.service.ts";
import { stockTransfer } from "./transfer.tables.ts";

/** A transfer as its driver hands it over. 404. */
export const drivenTransfer = async (db: Db, id: string): Promise<DrivenTransfer> => {
  const row = await getRow(db, stockTransfer, id, "stock transfer");
  const [from, to, lines] = await Promise.all([
    getRow(db, stockLocation, row.fromLocationId, "stock location"),
    getRow(db, stockLocation, row.toLocationId, "stock location"),
    linesOfTransfer(db, id),
  ]);
  const [places, position] = await Promise.all([
    placesOf(db, [to.placeId]),
    placePosition(db, to.placeId),
  ]);
  const { number, expectedOn, sentAt, status } = row;
  return {
    ...{ id, number, from: from.name, to: to.name, position, expectedOn, senderId: row.sentBy },
    place: [to.name, places.get(to.placeId)?.line].filter(Boolean).join(", "),
    sentOn: sentAt && businessDate({ ...db.scope, businessNow: sentAt }),
    onTheWay: status === "sent" || status === "short",
    gone: status === "cancelled" || status === "planned",
    counted: status === "short" || status === "received",
    lines: lines.map((line) => ({
      lineId: line.id,
      description: line.lot ? `${line.name}, lot ${line.lot}` : line.name,
      unit: line.unit,
      sent: line.quantity,
      arrived: line.arrived,
    })),
  };
};
