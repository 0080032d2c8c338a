import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { objectClassesOf } from "./cost.read.service.ts";
import { costLine } from "./cost.tables.ts";
import { coverClaims } from "./cover.service.ts";
import { refuseHeld } from "./held.service.ts";
import { planStockCosts, type StockPair, type StockTaken } from "./stock-plan.model.ts";

/** What lines of issues took of goods that orders bought, with the movement that posted each. */
export type StockDraw = StockTaken & {
  documentId: string;
  documentNumber: string;
  description: string;
  /**
   * Where the issue charged a budget line: that line and its year, the line of the stores that it was taken
   * off, and the day on which it was used.
   */
  charged: {
    accountStringId: string;
    storesAccountId: string;
    fiscalYearId: string;
    on: Day;
  } | null;
};

type Source = {
  id: string;
  orderLineId: string;
  cents: number;
  room: number;
  accountStringId: string;
  objectClass: string;
  fiscalYearId: string;
  incurredFrom: Day;
  incurredTo: Day;
  paidOn: Day | null;
  changedOn: Day;
};

// Costs of bills of these lines of orders, and what cost transfers made of them; oldest first.
const sourcesOf = (tx: Tx, orderLineIds: readonly string[]): Promise<Source[]> =>
  tx.rows<Source>(sql`
    with recursive bought as (
      select c.id, l.purchase_order_line_id as order_line_id
      from invoice_line l
      left join invoice_split x on x.org_id = l.org_id and x.line_id = l.id
      join cost_line c
        on c.org_id = l.org_id
        and c.invoice_id = l.invoice_id
        and c.source_id = coalesce(x.id, l.id)
      where l.org_id = ${tx.scope.orgId}
        and l.purchase_order_line_id = any(${[...orderLineIds]}::uuid[])
      union
      select t.id, b.order_line_id
      from bought b
      join cost_line m on m.org_id = ${tx.scope.orgId} and m.moves_id = b.id
      join cost_line t
        on t.org_id = m.org_id
        and t.came_from_id = m.id
        and t.moves_id is null
        and t.source = 'transfer'
    )
    select
      b.order_line_id, c.id, c.cents, c.account_string_id, c.object_class, c.fiscal_year_id,
      c.incurred_from, c.incurred_to, c.paid_on, c.changed_on,
      (c.cents + coalesce(
        (select sum(m.cents) from cost_line m where m.org_id = c.org_id and m.moves_id = c.id), 0
      ) - greatest(
        0,
        c.claimed - coalesce(
          (
            select sum(k.cents)
            from cost_claim k
            where k.org_id = c.org_id
              and k.cost_line_id = c.id
              and k.live
              and not k.settled
              and sign(k.cents) <> sign(c.cents)
          ),
          0
        )
      ))::bigint as room
    from bought b
    join cost_line c on c.org_id = ${tx.scope.orgId} and c.id = b.id
    where c.reversed_on is null and c.cents <> 0
    order by c.posted_on, c.created_at, c.id
  `);

type Stored = StockPair & { id: string; moverId: string };

const pairsOf = (
  db: Db,
  of: { lineIds: readonly string[]; sourceIds?: readonly string[] },
): Promise<Stored[]> =>
  db.rows<Stored>(sql`
    select
      s.id, m.id as mover_id, s.source_id as line_id, m.moves_id as source_id, s.cents,
      -m.cents as moved,
      (greatest(s.claimed, 0) - coalesce(
        (select sum(f.cents) from cost_line f where f.org_id = s.org_id and f.moves_id = s.id), 0
      ))::bigint as held
    from cost_line s
    join cost_line m on m.org_id = s.org_id and m.id = s.came_from_id
    where s.org_id = ${db.scope.orgId}
      and s.source = 'stock'
      and s.moves_id is null
      and (
        s.source_id = any(${[...of.lineIds]}::uuid[])
        or m.moves_id = any(${[...(of.sourceIds ?? [])]}::uuid[])
      )
    order by s.created_at, s.id
  `);

// Everybody locks costs in the order of their ids.
const lock = (tx: Tx, ids: readonly string[]) =>
  tx.rows(sql`
    select 1 as locked
    from cost_line
    where org_id = ${tx.scope.orgId} and id = any(${[...ids]}::uuid[])
    order by id
    for update
  `);

const change = (tx: Tx, changed: readonly (StockPair & { id: string; moverId: string })[]) =>
  tx.rows(sql`
    update cost_line c
    set
      cents = t.cents,
      paid = case when t.mover then greatest(c.paid, t.cents) else least(c.paid, t.cents) end,
      moved = case when t.mover then greatest(c.moved, t.cents) else c.moved end,
      changed_on = greatest(c.changed_on, ${businessDate(tx.scope)}::date)
    from unnest(
      ${changed.flatMap(({ id, moverId }) => [id, moverId])}::uuid[],
      ${changed.flatMap(({ cents, moved }) => [cents, -moved || 0])}::bigint[],
      ${changed.flatMap(() => [false, true])}::boolean[]
    ) as t(id, cents, mover)
    where c.org_id = ${tx.scope.orgId} and c.id = t.id
  `);

const chargedFor = ({ accountStringId }: Source, { charged }: StockDraw) =>
  charged?.storesAccountId === accountStringId ? charged : null;

// What leaves the purchase's cost, and what the issue bears: both on the account of the purchase, on the
// days on which it was incurred. Where the budget of the issue was charged for what stands on the line of
// the stores, the cost stands on the line that bears it, incurred on the day of its use. What is
// paid of it follows what is paid of the purchase.
const newPair = (
  tx: Tx,
  pair: StockPair,
  source: Source,
  draw: StockDraw,
  classes: ReadonlyMap<string, string>,
) => {
  const today = businessDate(tx.scope);
  const moverId = newId();
  const alike = {
    orgId: tx.scope.orgId!,
    source: "stock" as const,
    sourceId: pair.lineId,
    documentId: draw.documentId,
    documentNumber: draw.documentNumber,
    description: draw.description,
    accountStringId: source.accountStringId,
    objectClass: source.objectClass,
    fiscalYearId: source.fiscalYearId,
    postedOn: today,
    incurredFrom: source.incurredFrom,
    incurredTo: source.incurredTo,
    changedOn: source.changedOn > today ? source.changedOn : today,
    paidOn: source.paidOn,
  };
  const borne = chargedFor(source, draw);
  const bears = borne
    ? {
        accountStringId: borne.accountStringId,
        objectClass: classes.get(borne.accountStringId)!,
        fiscalYearId: borne.fiscalYearId,
        incurredFrom: borne.on,
        incurredTo: borne.on,
      }
    : {};
  return [
    { ...alike, id: moverId, cents: -pair.moved, movesId: source.id, cameFromId: null },
    { ...alike, ...bears, id: newId(), cents: pair.cents, movesId: null, cameFromId: moverId },
  ];
};

/**
 * Lets issues of stock bear the costs of the bills by which their goods came: cents of the purchase move
 * to the issue, each once, charged at once and paid as the purchase is paid. `orderLineIds` are all
 * lines of orders whose goods are the same stock; `draws` what each line of an issue took of them now,
 * in the order of their movements. What nothing is billed of yet is borne once it is.
 */
export const settleStockCosts = async (
  tx: Tx,
  actor: Actor,
  { orderLineIds, draws }: { orderLineIds: readonly string[]; draws: readonly StockDraw[] },
): Promise<void> => {
  if (draws.length === 0) return;
  const lineIds = [...new Set(draws.map(({ lineId }) => lineId))];
  const [before, first] = await Promise.all([
    pairsOf(tx, { lineIds }),
    sourcesOf(tx, orderLineIds),
  ]);
  if (before.length + first.length === 0) return;
  await lock(tx, [
    ...first.map(({ id }) => id),
    ...before.flatMap(({ id, moverId, sourceId }) => [id, moverId, sourceId]),
  ]);
  // Behind the lock: what was claimed or transferred meanwhile is seen.
  const [sources, pairs] = await Promise.all([
    sourcesOf(tx, orderLineIds),
    pairsOf(tx, { lineIds }),
  ]);
  const changed = planStockCosts(sources, pairs, draws);
  if (changed.length === 0) return;
  const stored = changed.flatMap((pair) => {
    const was = pairs.find((p) => p.lineId === pair.lineId && p.sourceId === pair.sourceId);
    return was ? [{ ...was, ...pair }] : [];
  });
  if (stored.length > 0) await change(tx, stored);
  const classes = await objectClassesOf(
    tx,
    draws.flatMap(({ charged }) => charged?.accountStringId ?? []),
  );
  const fresh = changed
    .filter((pair) => !stored.some((s) => s.lineId === pair.lineId && s.sourceId === pair.sourceId))
    .flatMap((pair) =>
      newPair(
        tx,
        pair,
        sources.find(({ id }) => id === pair.sourceId)!,
        draws.find(({ lineId }) => lineId === pair.lineId)!,
        classes,
      ),
    );
  if (fresh.length > 0) await insertRows(tx, costLine, fresh);
  await coverClaims(
    tx,
    actor,
    [...new Set([...changed.map(({ sourceId }) => sourceId), ...stored.map(({ id }) => id)])],
    "goods of it came back to the stores",
  );
};

/**
 * Takes what issues bear of these costs off them, because the costs are about to be reversed. 409
 * `cost_claimed` or `cost_moved` while a funder holds cents of an issue, or a transfer moved them on.
 */
export const takeStockOff = async (
  tx: Tx,
  actor: Actor,
  sourceIds: readonly string[],
): Promise<void> => {
  const pairs = (await pairsOf(tx, { lineIds: [], sourceIds })).filter((p) => p.moved > 0);
  if (pairs.length === 0) return;
  await refuseHeld(
    tx,
    pairs.map(({ id }) => id),
  );
  await change(
    tx,
    pairs.map((pair) => ({ ...pair, cents: 0, moved: 0 })),
  );
  await coverClaims(tx, actor, sourceIds, "the invoice is void");
};

/** What an issue's line bears of a purchase's cost: cents charged, paid, claimed and still open. */
export type StockCost = {
  id: string;
  lineId: string;
  /** The cost of the purchase: its order, receipt, invoice and payment. */
  boughtId: string;
  cents: number;
  paid: number;
  open: number;
};

/** What lines of issues bear of the costs of purchases, oldest cost first. */
export const stockCostsOf = (db: Db, lineIds: readonly string[]): Promise<StockCost[]> =>
  db.rows<StockCost>(sql`
    with recursive up as (
      select s.id, m.moves_id as at
      from cost_line s
      join cost_line m on m.org_id = s.org_id and m.id = s.came_from_id
      where s.org_id = ${db.scope.orgId}
        and s.source = 'stock'
        and s.moves_id is null
        and s.source_id = any(${[...lineIds]}::uuid[])
      union all
      select up.id, m.moves_id
      from up
      join cost_line c on c.org_id = ${db.scope.orgId} and c.id = up.at
      join cost_line m on m.org_id = c.org_id and m.id = c.came_from_id
    )
    select
      s.id, s.source_id as line_id, up.at as bought_id, s.cents, s.paid - s.moved as paid,
      s.paid - s.moved - s.claimed as open
    from up
    join cost_line s on s.org_id = ${db.scope.orgId} and s.id = up.id
    join cost_line b on b.org_id = s.org_id and b.id = up.at
    where b.invoice_id is not null and s.cents <> 0
    order by b.posted_on, s.created_at, s.id
  `);
