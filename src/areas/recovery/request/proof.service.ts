import { formatCents } from "#kernel/money.ts";
import { costsOf, payrollPaid, type Cost } from "#areas/finance/finance.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { damageProofs } from "../damage/damage.service.ts";
import { lacksOfCosts } from "../item/behind.service.ts";
import { tieMaterials } from "../item/material.model.ts";
import { damageLacks, tieOut, type Taken } from "../item/proof.model.ts";
import { managementCap, shareOn, sharesOf, type LineShare } from "../law/share.model.ts";
import { billsOf, lacksOfStock, stockBehind, type StockBehind } from "./stock-proof.service.ts";
import type { paItem, paProject } from "../recovery.tables.ts";
import { sharesIn } from "../declaration/shares.service.ts";

export type ItemRecord = typeof paItem.$inferSelect;
type Project = typeof paProject.$inferSelect;

/** Lines of a request with what each lacks, what stands behind it and what is asked for. */
export type Proof = {
  lacks: ReadonlyMap<string, string[]>;
  shares: ReadonlyMap<string, LineShare>;
  taken: readonly Taken[];
  /** All costs behind the lines, by id. */
  costs: ReadonlyMap<string, Cost>;
};

/** Lines of a request in the order of their days. */
export const itemsIn = (db: Db, requestId: string): Promise<ItemRecord[]> =>
  db.rows<ItemRecord>(sql`
    select *
    from pa_item
    where org_id = ${db.scope.orgId} and request_id = ${requestId}
    order by day_from, kind, id
  `);

// Insurance that other requests of the project have not taken off yet.
const insuranceLeft = async (db: Db, p: Project, requestId: string): Promise<number> => {
  const { used } = await db.one<{ used: number }>(sql`
    select coalesce(sum(insured), 0)::bigint as used
    from pa_request
    where org_id = ${db.scope.orgId}
      and project_id = ${p.id}
      and id <> ${requestId}
      and status <> 'cancelled'
  `);
  return Math.max(0, p.insuranceCents - used);
};

const labor = (items: readonly ItemRecord[]) =>
  items
    .filter((i) => i.kind === "labor")
    .map((i) => ({ id: i.id, person: i.person, day: i.dayFrom, cents: i.cents }));

// What a line claims of the books is what insurance does not pay, so pay and stock are tied to that.
const tied = async (
  db: Db,
  items: readonly ItemRecord[],
  shares: ReadonlyMap<string, LineShare>,
  stock: StockBehind,
) => {
  const base = (of: { id: string; cents: number }) => shares.get(of.id)?.base ?? of.cents;
  const rows = labor(items).map((l) => ({ ...l, cents: base(l) }));
  const days = rows.map((r) => r.day).toSorted();
  const pay = tieOut(
    rows,
    days.length > 0 ? await payrollPaid(db, { from: days[0]!, to: days.at(-1)! }) : [],
  );
  const bought = items.filter((i) => i.basis === "invoice");
  const materials = tieMaterials(
    bought.map((i) => ({ id: i.id, lineId: i.stockLineId!, cents: base(i) })),
    stock.costs,
  );
  return {
    taken: [...pay.taken, ...materials.taken],
    short: new Map([...pay.short, ...materials.short]),
  };
};

/**
 * Proves a request line by line: order, receipt, invoice with its bill and payment of what was bought,
 * posted pay of hours, documented damage with its photo, and the share of the day. Nothing is stored.
 */
export const proveRequest = async (
  db: Db,
  p: Project,
  requestId: string,
  items: readonly ItemRecord[],
): Promise<Proof> => {
  const costIds = items.flatMap((i) => (i.costLineId ? [i.costLineId] : []));
  const stock = await stockBehind(db, items);
  const [windows, insurance, costs, damage] = await Promise.all([
    sharesIn(db, p.declarationId),
    insuranceLeft(db, p, requestId),
    costIds.length ? costsOf(db, { ids: costIds }) : Promise.resolve([]),
    damageProofs(db, p.id),
  ]);
  const ofCosts = await lacksOfCosts(db, costs);
  const ofStock = await lacksOfStock(db, items, stock);
  const ofDamage = damageLacks(p.category, damage);
  const rate = new Map(items.map((i) => [i.id, shareOn(windows, p.category, i.dayFrom)]));
  const shares = new Map(
    sharesOf(
      items.map((i) => ({ id: i.id, cents: i.cents, rate: rate.get(i.id) ?? 0 })),
      insurance,
    ).map((s) => [s.id, s]),
  );
  const { taken, short } = await tied(db, items, shares, stock);
  const lacks = new Map(
    items.map((i): [string, string[]] => {
      return [
        i.id,
        [
          ...(i.costLineId
            ? (ofCosts.get(i.costLineId) ?? ["The cost does not stand any more."])
            : []),
          ...(ofStock.get(i.id) ?? []),
          ...ofDamage,
          ...(short.has(i.id) ? [short.get(i.id)!] : []),
          ...(rate.get(i.id) === null
            ? [
                `No federal share of category ${p.category} is on file for ${i.dayFrom}: enter the text of the declaration.`,
              ]
            : []),
        ],
      ];
    }),
  );
  const bills = items.flatMap((i) => billsOf(i, stock));
  const all = new Map([...costs, ...bills].map((c) => [c.id, c]));
  return { lacks, shares, taken, costs: all };
};

/** Management costs of a declaration: what was obligated, the cap of it, what requests ask for. Cents. */
export type Management = { award: number; cap: number; asked: number; citation: string };

/**
 * The subrecipient's cap of 5% of what was obligated for other work of a declaration (Stafford Act,
 * section 324; not verified), and what requests but `besides` ask for.
 */
export const managementOf = async (
  db: Db,
  declarationId: string,
  besides: string | null = null,
): Promise<Management> => {
  const { award, asked } = await db.one<{ award: number; asked: number }>(sql`
    select
      (
        select coalesce(sum(o.cents), 0)::bigint
        from pa_obligation o
        join pa_project q on q.org_id = o.org_id and q.id = o.project_id
        where o.org_id = ${db.scope.orgId}
          and q.declaration_id = ${declarationId}
          and q.category <> 'Z'
      ) as award,
      (
        select coalesce(sum(r.total), 0)::bigint
        from pa_request r
        join pa_project q on q.org_id = r.org_id and q.id = r.project_id
        where r.org_id = ${db.scope.orgId}
          and q.declaration_id = ${declarationId}
          and q.category = 'Z'
          and r.id is distinct from ${besides}::uuid
          and r.status <> 'cancelled'
      ) as asked
  `);
  return {
    award,
    asked,
    cap: managementCap(award, "subrecipient"),
    citation: "42 U.S.C. 5165b: 5% of the award for a subrecipient",
  };
};

/** Refuses management costs beyond the cap; null where they fit, or the project is another one. */
export const beyondManagement = async (
  db: Db,
  p: Project,
  requestId: string,
  total: number,
): Promise<string | null> => {
  if (p.category !== "Z") return null;
  const { award, cap, asked } = await managementOf(db, p.declarationId, requestId);
  const left = cap - asked;
  return total > left
    ? `Management costs are paid up to 5% of ${formatCents(award)} obligated: ${formatCents(Math.max(0, left))} are left, ${formatCents(total)} are asked for.`
    : null;
};

/** Refuses more than was obligated for the project; null where it fits. */
export const beyondObligation = async (
  db: Db,
  p: Project,
  requestId: string,
  federal: number,
): Promise<string | null> => {
  const { obligated, asked } = await db.one<{ obligated: number; asked: number }>(sql`
    select
      (
        select coalesce(sum(cents), 0)::bigint
        from pa_obligation
        where org_id = ${db.scope.orgId} and project_id = ${p.id}
      ) as obligated,
      (
        select coalesce(sum(federal), 0)::bigint
        from pa_request
        where org_id = ${db.scope.orgId}
          and project_id = ${p.id}
          and id <> ${requestId}
          and status <> 'cancelled'
      ) as asked
  `);
  const left = obligated - asked;
  return federal > left
    ? `${formatCents(federal)} are asked for, and ${formatCents(left)} of what FEMA obligated for ${p.number} are left.`
    : null;
};
