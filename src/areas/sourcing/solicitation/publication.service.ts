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

const effects: Heard[] = [];
const hearers: Heard[] = [];

/**
 * Lets another area act on public events before anybody is told: a release tells the award as it
 * stands after the end.
 */
export const solicitationEffects = extensionPoint<Heard>(
  "effects of public events of solicitations",
  (effect) => void effects.push(effect),
  { required: true },
);

/**
 * Lets another noun or area hear of public events (open data, mail, bids that an addendum touches),
 * in the transaction that causes them. Called when the server starts.
 */
export const solicitationEvents = extensionPoint<Heard>(
  "public events of solicitations",
  (heard) => void hearers.push(heard),
  { required: true },
);

/** Lets the effects happen, then tells everybody who listens, one after the other. */
export const tellSolicitation = async (
  tx: Tx,
  actor: Actor,
  row: SolicitationRecord,
  event: PublicEvent,
): Promise<void> => {
  for (const heard of [...effects, ...hearers]) await heard(tx, actor, row, event);
};
