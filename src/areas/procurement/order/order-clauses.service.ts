import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { orderClause } from "../procurement.tables.ts";
import { sharesOfOrderLine } from "../shares.service.ts";
import type { OrderClause } from "./order.answer.model.ts";

/** An order on federal money that goes out: its amount in cents, and the accounts that pay it. */
export type ClauseSubject = { amount: number; accountStringIds: readonly string[] };
/** The clauses that rules ask of it today. */
type Chooser = (db: Db, order: ClauseSubject) => Promise<readonly OrderClause[]>;

const choosers: Chooser[] = [];
/** Who knows the rules by which an order gets its clauses. */
export const orderClauses = extensionPoint<Chooser>("clauses of orders", (chooser) => {
  choosers.push(chooser);
});

/** Keeps the clauses of an order on federal money, as the rules of today ask for them. */
export const keepClauses = async (
  tx: Tx,
  order: { orgId: string; id: string } & ClauseSubject,
): Promise<void> => {
  const found = (await Promise.all(choosers.map((of) => of(tx, order)))).flat();
  if (found.length === 0) return;
  await insertRows(
    tx,
    orderClause,
    found.map((clause, n) => ({
      ...clause,
      orgId: order.orgId,
      id: newId(),
      purchaseOrderId: order.id,
      position: n + 1,
    })),
  );
};

/** The clauses that stand on an order, in their order. */
export const clausesOnOrder = (db: Db, orderId: string): Promise<OrderClause[]> =>
  db.rows<OrderClause>(sql`
    select rule_key, title, citation, text, because, verified
    from order_clause
    where org_id = ${db.scope.orgId} and purchase_order_id = ${orderId}
    order by position
  `);

/**
 * Which of these orders are on federal money, came of no solicitation and no contract, and bear no
 * clause: issued before clauses were kept.
 */
export const ordersWithoutClauses = async (
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        select o.id
        from purchase_order o
        where o.org_id = ${db.scope.orgId}
          and o.id = any(${[...orderIds]}::uuid[])
          and o.federal
          and o.contract_id is null
          and o.issued_at is not null
          and not exists (
            select 1
            from award_order w
            where w.org_id = o.org_id and w.purchase_order_id = o.id
          )
          and not exists (
            select 1
            from order_clause c
            where c.org_id = o.org_id and c.purchase_order_id = o.id
          )
      `)
    ).map((row) => row.id),
  );

/** An order with the clauses that stand on it, as it first went out; amounts in cents. */
export type ClausedOrder = {
  id: string;
  number: string;
  federal: boolean;
  amount: number;
  issuedAt: Instant | null;
  underContract: boolean;
  solicitationId: string | null;
  clauses: string[];
  /** The accounts that pay it. */
  accountStringIds: string[];
};

/** Some orders with the rules of the clauses on them, and where else their clauses may stand. */
export const clausesOfOrders = (db: Db, orderIds: readonly string[]): Promise<ClausedOrder[]> =>
  db.rows<ClausedOrder>(sql`
    select
      o.id, o.number, o.federal, coalesce(v.amount, o.amount) as amount, o.issued_at,
      o.contract_id is not null as under_contract, w.solicitation_id,
      array(
        select c.rule_key
        from order_clause c
        where c.org_id = o.org_id and c.purchase_order_id = o.id
        order by c.position
      ) as clauses,
      array(
        select distinct s.account_string_id
        from purchase_order_line l
        cross join ${sharesOfOrderLine} s
        where l.org_id = o.org_id and l.purchase_order_id = o.id
      ) as account_string_ids
    from purchase_order o
    left join purchase_order_version v
      on v.org_id = o.org_id
      and v.purchase_order_id = o.id
      and v.revision = 1
    left join award_order a on a.org_id = o.org_id and a.purchase_order_id = o.id
    left join award w on w.org_id = a.org_id and w.id = a.award_id
    where o.org_id = ${db.scope.orgId} and o.id = any(${[...orderIds]}::uuid[])
  `);
