import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { postingDay, requireOpenDay } from "#areas/budget/budget.server.ts";
import { businessDate, databaseNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import type { Leg } from "../ledger/leg.model.ts";
import { settlePools } from "../ledger/ledger.service.ts";
import { chargedLines, chargeIssue, chargeReturn } from "./charge.service.ts";
import { drawCosts } from "./draw.service.ts";
import { consumerNamed } from "./consumer.service.ts";
import { legsOf, subjectsOf } from "./leg.service.ts";
import type { ConsumerType, MovementKind } from "./movement.labels.ts";
import type { Consumer, LineInput } from "./movement.model.ts";
import type { StockMovement } from "./movement.noun.ts";
import { offsetsOf, type Moment } from "./offset.service.ts";
import { refusePast, writeCorrections, writeMovement, type Head } from "./write.service.ts";

/** What is posted: by people, or by what was received. */
export type Movement = {
  kind: MovementKind;
  movedOn?: Day | null | undefined;
  consumer: Consumer | null;
  /** The budget line that bears an issue; the consumer's known one where none is named. */
  accountStringId?: string | null;
  reason: string;
  receiptId?: string | null;
  /** Of an adjustment that a count is the reason of. */
  countId?: string | null;
  /** The transfer that goods travel by. */
  transferId?: string | null;
  /** What lay there before anything moved. */
  opening?: boolean;
  /** False where goods move today by a document of an earlier day: no count of the meantime saw them. */
  seenByCounts?: boolean;
  lines: readonly (LineInput & { receiptLineId?: string | null })[];
};

/** 422 for a day to come, 409 `period_closed` for one of a closed period. */
const requireDay = async (tx: Tx, movedOn: Day): Promise<void> => {
  if (movedOn > businessDate(tx.scope))
    throw invalidField("movedOn", "Nothing moves on a day to come.", "day_to_come");
  await requireOpenDay(tx, movedOn);
};

const requireReason = ({ kind, reason }: Movement): void => {
  if ((kind === "adjust" || kind === "scrap") && reason.length < 3)
    throw invalidField("reason", "Say why the stock is not what it was.", "reason_missing");
};

type Got = NonNullable<Head["consumer"]>;

/** Who gets it. A return comes from whoever got the issue. */
const consumerOf = async (tx: Tx, actor: Actor, movement: Movement): Promise<Got | null> => {
  if (movement.kind === "return") return consumerOfIssues(tx, movement);
  if (movement.kind !== "issue") return null;
  if (!movement.consumer) throw invalidField("consumer", "Say who gets it.", "consumer_missing");
  return { ...movement.consumer, name: await consumerNamed(tx, actor, movement.consumer) };
};

const consumerOfIssues = async (tx: Tx, { lines }: Movement): Promise<Got> => {
  const ids = lines.flatMap(({ returnsLineId }) => returnsLineId ?? []);
  const found = await tx.rows<{ type: ConsumerType; id: string; name: string }>(sql`
    select distinct m.consumer_type as type, m.consumer_id as id, m.consumer as name
    from stock_movement_line l
    join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
    where l.org_id = ${tx.scope.orgId} and l.id = any(${arrayOf(ids)}::uuid[]) and m.kind = 'issue'
  `);
  if (found.length !== 1)
    throw invalidField(
      "lines",
      "Choose issues of one work order, project, incident or department.",
      "no_issue",
    );
  return found[0]!;
};

/**
 * What is posted about the time before a count was seen by whoever counted: where the count stands
 * posted, its difference becomes so much less, by an adjustment that names it.
 */
export const keepToCounts = async (
  tx: Tx,
  actor: Actor,
  legs: readonly Leg[],
  values: ReadonlyMap<string, number>,
  at: Moment,
): Promise<void> => {
  for (const { number, ...offset } of await offsetsOf(tx, legs, values, at))
    await postMovement(tx, actor, {
      ...offset,
      kind: "adjust",
      movedOn: await postingDay(tx, offset.movedOn),
      consumer: null,
      reason: `${number} had counted it already.`,
    });
};

/**
 * Posts a movement: judges it behind the lock of its items, prices it, moves what lies where, and
 * corrects what others cost where it moved in the past. 404 for records of others, 409 where the stock
 * or a rule refuses, 422 at the field.
 */
export const postMovement = async (
  tx: Tx,
  actor: Actor,
  movement: Movement,
): Promise<StockMovement> => {
  const movedOn = movement.movedOn ?? businessDate(tx.scope);
  await requireDay(tx, movedOn);
  requireReason(movement);
  const consumer = await consumerOf(tx, actor, movement);
  const subjects = await subjectsOf(tx, movement.lines);
  const { kind, reason, receiptId = null, transferId = null } = movement;
  const sort = { kind, movedOn, travels: transferId !== null };
  const legs = await legsOf(tx, actor, sort, movement.lines, subjects);
  const { countId = null, opening = false, accountStringId = null } = movement;
  const asked = { kind, movedOn, consumer, accountStringId };
  const charged = await chargedLines(tx, asked, legs, subjects.locations);
  const postedAt: Instant = (await databaseNow(tx)).toISOString();
  const settled = await settlePools(tx, subjects.items, legs, { at: { movedOn, postedAt }, legs });
  const head = {
    kind,
    movedOn,
    postedAt,
    consumer,
    reason,
    receiptId,
    countId,
    transferId,
    opening,
  };
  const posted = await writeMovement(tx, actor, head, legs, settled.values);
  const charge = kind === "return" ? chargeReturn : chargeIssue;
  await charge(tx, actor, posted, charged, settled.values);
  await writeCorrections(tx, actor, settled, postedAt, {
    reason: `Follows from ${posted.number}, which moved on an earlier day.`,
    from: posted.id,
  });
  await refusePast(tx, subjects.items, settled);
  await drawCosts(tx, actor, settled);
  const earlier = movedOn < businessDate(tx.scope);
  if (earlier && countId === null && movement.seenByCounts !== false)
    await keepToCounts(tx, actor, legs, settled.values, { movedOn, postedAt });
  return posted;
};
