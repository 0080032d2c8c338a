import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { postingDay } from "#areas/budget/budget.server.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { moveBalances } from "../ledger/balance.service.ts";
import { pastShortage, type StockedItem } from "../ledger/history.service.ts";
import {
  storeCorrections,
  storeLegs,
  type SettledPools,
  type StoredCorrection,
} from "../ledger/ledger.service.ts";
import { placesOfLeg, type Leg } from "../ledger/leg.model.ts";
import { chargeFollowing } from "./charge.service.ts";
import type { ConsumerType, MovementKind } from "./movement.labels.ts";
import { movementNoun, type StockMovement } from "./movement.noun.ts";

/** The head of a movement that is posted now. */
export type Head = {
  kind: MovementKind;
  movedOn: Day;
  postedAt: Instant;
  consumer: { type: ConsumerType; id: string; name: string } | null;
  reason: string;
  receiptId?: string | null;
  countId?: string | null;
  transferId?: string | null;
  opening?: boolean;
  reversesId?: string | null;
};

/** Stores a posted movement with its lines and moves what lies where. Its pools are settled before. */
export const writeMovement = (
  tx: Tx,
  actor: Actor,
  head: Head,
  legs: readonly Leg[],
  values: ReadonlyMap<string, number>,
): Promise<StockMovement> => {
  const id = newId();
  return create(tx, actor, movementNoun, {
    number: { kind: "MOV" },
    row: rowOf(tx, actor, id, head),
    content: { lines: legs.map((leg) => ({ ...leg, valueCents: values.get(leg.id) ?? 0 })) },
    store: async () => {
      await Promise.all([
        storeLegs(tx, id, legs, values),
        moveBalances(tx, legs.flatMap(placesOfLeg)),
      ]);
    },
    from: head.reversesId ? [{ type: movementNoun.name, id: head.reversesId }] : [],
    action: "post",
  });
};

const rowOf = (tx: Tx, actor: Actor, id: string, { consumer, ...head }: Head) => ({
  ...head,
  orgId: tx.scope.orgId!,
  id,
  status: "posted" as const,
  consumerType: consumer?.type ?? null,
  consumerId: consumer?.id ?? null,
  consumer: consumer?.name ?? null,
  enteredBy: actor.personId,
});

/**
 * Posts the adjusting entries that follow from a movement, dated today (or the first open day): each
 * names the line that it corrects, and moves the budget where that one did. Nothing where nothing differs.
 */
export const writeCorrections = async (
  tx: Tx,
  actor: Actor,
  settled: SettledPools,
  postedAt: Instant,
  why: { reason: string; from: string | null },
): Promise<void> => {
  const corrected = settled.pools.filter(({ corrections }) => corrections.length > 0);
  if (corrected.length === 0) return;
  const id = newId();
  const movedOn = await postingDay(tx, businessDate(tx.scope));
  const head: Head = { kind: "adjust", movedOn, postedAt, consumer: null, reason: why.reason };
  let stored: StoredCorrection[] = [];
  const made = await create(tx, actor, movementNoun, {
    number: { kind: "MOV" },
    row: rowOf(tx, actor, id, head),
    content: { corrections: corrected.flatMap(({ corrections }) => corrections) },
    store: async () => {
      stored = await storeCorrections(tx, id, corrected);
    },
    from: why.from ? [{ type: movementNoun.name, id: why.from }] : [],
    action: "post",
  });
  await chargeFollowing(
    tx,
    actor,
    made,
    stored.map(({ id: lineId, corrects, cents }) => ({ lineId, of: corrects, value: cents })),
    { kind: "expend", note: why.reason, excused: true },
  );
};

/**
 * 409 `below_zero` where a place would have held less than nothing on a day of the past; asked behind
 * the writing of what moved in the past. `without`: a movement that is being taken back.
 */
export const refusePast = async (
  tx: Tx,
  items: readonly StockedItem[],
  { past }: SettledPools,
  without: string | null = null,
): Promise<void> => {
  if (!past) return;
  const short = await pastShortage(
    tx,
    items.map(({ id }) => id),
    without,
  );
  if (!short) return;
  const item = items.find(({ id }) => id === short.itemId)!;
  throw conflict(
    "below_zero",
    `${item.name}: on ${formatDate(short.movedOn)} ${short.location} would hold ${shownDecimal(short.left)} ${item.unit}.`,
    { day: short.movedOn },
  );
};
