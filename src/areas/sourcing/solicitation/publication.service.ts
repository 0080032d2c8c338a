import { extensionPoint } from "#server/area.ts";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import type { PublicEvent } from "./solicitation.labels.ts";
import type { SolicitationRecord } from "./solicitation.noun.ts";

export type { PublicEvent };

export type Heard = (
  tx: Tx,
  actor: Actor,
  row: SolicitationRecord,
  event: PublicEvent,
) => Promise<void>;

const hearers: Heard[] = [];

/**
 * Lets another noun or area hear of public events (open data, mail, bids that an addendum touches),
 * in the transaction that causes them. Called when the server starts.
 */
export const solicitationEvents = extensionPoint<Heard>(
  "public events of solicitations",
  (heard) => void hearers.push(heard),
  { required: true },
);

/** Tells everybody who listens, one after the other, in the order of registration. */
export const tellSolicitation = async (
  tx: Tx,
  actor: Actor,
  row: SolicitationRecord,
  event: PublicEvent,
): Promise<void> => {
  for (const heard of hearers) await heard(tx, actor, row, event);
};
