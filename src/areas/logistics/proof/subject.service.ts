import type { Day } from "#kernel/time.ts";
import { announcedIn, shipmentOf } from "#areas/procurement/procurement.server.ts";
import { isToCome } from "#areas/procurement/procurement.public.ts";
import type { Db } from "#server/db/db.ts";
import { drivenTransfer } from "#server/handover/driven.ts";
import type { deliveryProof } from "../logistics.tables.ts";

/** What a link is for, as it is kept: a shipment, or a transfer. */
export type LinkOf = Pick<typeof deliveryProof.$inferSelect, "shipNoticeId" | "stockTransferId">;

/** What a driver hands over: the shipment of an order, or a transfer between the agency's own places. */
export type Subject = {
  noun: "shipNotice" | "stockTransfer";
  id: string;
  number: string;
  title: string;
  from: string;
  place: string;
  expectedOn: Day | null;
  /** Why no link is made for it, or null. */
  done: string | null;
  /** Why nothing of it is handed over any more, or null. */
  gone: string | null;
  lines: { lineId: string; description: string; unit: string; announced: string }[];
};

const shipment = async (db: Db, id: string): Promise<Subject> => {
  const [s, lines] = await Promise.all([shipmentOf(db, id), announcedIn(db, id)]);
  return {
    noun: "shipNotice",
    ...{ id, number: s.number, title: s.title, from: s.vendor },
    ...{ place: s.place, expectedOn: s.expectedOn },
    done: isToCome(s.status) ? null : `${s.number} is delivered, or does not come any more.`,
    gone: s.status === "withdrawn" ? "The vendor took this shipment back." : null,
    lines: lines.map(({ lineId, description, unit, quantity }) => ({
      ...{ lineId, description, unit, announced: quantity },
    })),
  };
};

const transfer = async (db: Db, id: string): Promise<Subject> => {
  const t = await drivenTransfer(db, id);
  return {
    noun: "stockTransfer",
    ...{ id, number: t.number, title: `${t.from} to ${t.to}`, from: t.from },
    ...{ place: t.place, expectedOn: t.expectedOn },
    done: t.onTheWay ? null : `Nothing of ${t.number} is on the way.`,
    gone: t.gone ? "This transfer was called back." : null,
    lines: t.lines.map(({ lineId, description, unit, sent }) => ({
      ...{ lineId, description, unit, announced: sent },
    })),
  };
};

/** What a link is for. 404. */
export const subjectOf = (db: Db, { shipNoticeId, stockTransferId }: LinkOf): Promise<Subject> =>
  shipNoticeId ? shipment(db, shipNoticeId) : transfer(db, stockTransferId!);
