import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { type Day, day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asset, workOrder } from "../assets.tables.ts";
import { purchasesOf } from "../cost/cost.service.ts";
import type {
  BookAnswer,
  ImprovementInput,
  ImprovementRow,
  thresholdInput,
  ThresholdRow,
} from "./book.model.ts";
import { assetImprovement, capitalizationRule } from "./book.tables.ts";
import { fullMonths, type BookChange } from "./depreciation.model.ts";
import { rolledTotal, rollForward, type Rolled } from "./rollforward.model.ts";

/** What was put into an asset, oldest first. */
export const improvementsOf = (db: Db, assetId: string): Promise<ImprovementRow[]> =>
  db.rows<ImprovementRow>(sql`
    select
      i.id, i.on_day, i.cents, i.life_months, i.description, i.work_order_id, w.number as work_order
    from asset_improvement i
    left join work_order w on w.org_id = i.org_id and w.id = i.work_order_id
    where i.org_id = ${db.scope.orgId} and i.asset_id = ${assetId}
    order by i.on_day, i.created_at, i.id
    limit 500
  `);

/** Changes of the books of all assets of the agency, by asset, oldest first. */
export const changesByAsset = async (db: Db): Promise<ReadonlyMap<string, BookChange[]>> => {
  const rows = await db.rows<BookChange & { assetId: string }>(sql`
    select asset_id, on_day, cents, life_months
    from asset_improvement
    where org_id = ${db.scope.orgId}
    order by on_day, created_at, id
    limit 100000
  `);
  const found = new Map<string, BookChange[]>();
  for (const { assetId, ...change } of rows)
    found.set(assetId, [...(found.get(assetId) ?? []), change]);
  return found;
};

const centsOf = async (tx: Tx, assetId: string, input: ImprovementInput): Promise<number> => {
  if (!input.workOrderId) {
    if (input.cents === null)
      throw invalidField("cents", "Enter an amount, or choose the work order that it paid for.");
    return input.cents;
  }
  if (input.cents !== null)
    throw invalidField("cents", "Leave it empty: the posted invoices of the work order say it.");
  const work = await getRow(tx, workOrder, input.workOrderId, "work order");
  if (work.assetId !== assetId)
    throw invalidField("workOrderId", `${work.number} is work on another asset.`);
  const taken = await tx.maybe(sql`
    select 1 as found
    from asset_improvement
    where org_id = ${tx.scope.orgId} and work_order_id = ${work.id}
  `);
  if (taken) throw invalidField("workOrderId", `${work.number} is capitalized already.`);
  const { cents } = await purchasesOf(tx, work.id);
  if (cents <= 0)
    throw invalidField("workOrderId", `No posted invoice has charged ${work.number} yet.`);
  return cents;
};

/**
 * Puts an improvement into the book of an asset: from its day on the asset costs more, and what is
 * left is depreciated over the months that are left. 409 for what was never in service or is gone;
 * 422 for a day before it, or where the life has ended and no longer one is said.
 */
export const improve = async (
  tx: Tx,
  actor: Actor,
  assetId: string,
  input: ImprovementInput,
): Promise<{ id: string }> => {
  const row = await lockRow(tx, asset, assetId, "asset");
  if (!row.inServiceOn || row.costCents === null || row.lifeMonths === null)
    throw conflict("no_book", "Enter its cost, useful life and first day in service first.");
  if (row.status === "retired" || row.status === "disposed")
    throw conflict("not_in_this_status", "Nothing is put into what is no longer in use.");
  if (input.onDay < row.inServiceOn)
    throw invalidField("onDay", "It was not in service on this day.");
  if (input.onDay > businessDate(tx.scope))
    throw invalidField("onDay", "This day is still to come.");
  const before = await improvementsOf(tx, assetId);
  if (before.some((one) => one.onDay > input.onDay))
    throw invalidField("onDay", "Something newer stands in its book: enter a later day.");
  const life =
    input.lifeMonths ?? before.findLast((one) => one.lifeMonths)?.lifeMonths ?? row.lifeMonths;
  const used = fullMonths(row.inServiceOn, input.onDay);
  if (life <= used)
    throw invalidField(
      "lifeMonths",
      `It has been used ${used} months: enter a longer useful life, counted from its first day.`,
    );
  const cents = await centsOf(tx, assetId, input);
  const stored = await insertRow(tx, assetImprovement, {
    ...input,
    cents,
    orgId: row.orgId,
    id: newId(),
    assetId,
    createdBy: actor.personId,
  });
  note(tx, actor, "asset", row, { action: "improve", after: stored });
  return { id: stored.id };
};

const thresholdsOf = (db: Db): Promise<ThresholdRow[]> =>
  db.rows<ThresholdRow>(sql`
    select id, from_day, threshold_cents, source
    from capitalization_rule
    where org_id = ${db.scope.orgId}
    order by from_day desc
    limit 200
  `);

/** From which cost on assets are capitalized, from a day on. What held before stays. 422 twice a day. */
export const setThreshold = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof thresholdInput>,
): Promise<{ id: string }> => {
  if ((await thresholdsOf(tx)).some((one) => one.fromDay === input.fromDay))
    throw invalidField("fromDay", "A threshold begins on this day already.");
  const row = await insertRow(tx, capitalizationRule, {
    ...input,
    orgId: actor.orgId!,
    id: newId(),
    createdBy: actor.personId,
  });
  note(tx, actor, "capitalizationRule", row.id, {
    number: row.fromDay,
    action: "add",
    after: row,
    event: "asset.threshold",
  });
  return { id: row.id };
};

type Stored = Omit<Rolled, "costCents" | "lifeMonths" | "inServiceOn" | "changes"> & {
  id: string;
  costCents: number | null;
  lifeMonths: number | null;
  inServiceOn: string | null;
  acquiredOn: string | null;
};
const mostRolled = 100_000;
const registered = (db: Db): Promise<Stored[]> =>
  db.rows<Stored>(sql`
    select
      a.id, a.class_id, c.name as class_name, a.cost_cents, a.salvage_cents, a.life_months,
      a.in_service_on, a.acquired_on, a.disposed_on
    from asset a
    join asset_class c on c.org_id = a.org_id and c.id = a.class_id
    where a.org_id = ${db.scope.orgId}
      and a.status in ('in_service', 'out_of_service', 'retired', 'disposed')
    order by a.id
    limit ${mostRolled}
  `);

const isBooked = (one: Stored): one is Stored & Rolled =>
  one.costCents !== null && one.lifeMonths !== null && one.inServiceOn !== null;

/**
 * The roll-forward of capital assets between two days: cost and depreciation by class, what was
 * added, improved and disposed of. Assets below the threshold of the day on which they were
 * acquired were expensed and are only counted. Without days: the twelve months until today.
 */
export const assetBook = async (
  db: Db,
  asked: { from?: Day | undefined; to?: Day | undefined },
): Promise<BookAnswer> => {
  const to = asked.to ?? businessDate(db.scope);
  const from =
    asked.from ?? day(`${Number(to.slice(0, 4)) - 1}${to.slice(4)}`.replace("02-29", "03-01"));
  if (from > to) throw invalidField("from", "The first day is behind the last one.");
  const [all, changes, thresholds] = await Promise.all([
    registered(db),
    changesByAsset(db),
    thresholdsOf(db),
  ]);
  const booked = all.filter(isBooked);
  const capital = booked.filter((one) => {
    const since = one.acquiredOn ?? one.inServiceOn;
    const rule = thresholds.find(({ fromDay }) => fromDay <= since);
    return !rule || one.costCents >= rule.thresholdCents;
  });
  const classes = rollForward(
    capital.map((one) => ({ ...one, changes: changes.get(one.id) ?? [] })),
    from,
    to,
  );
  return {
    from,
    to,
    classes,
    total: rolledTotal(classes),
    unpriced: all.length - booked.length,
    below: booked.length - capital.length,
    thresholds,
  };
};
