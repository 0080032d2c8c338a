import type { Instant } from "#kernel/time.ts";
import { judgedBy, rulesOn } from "#areas/governance/governance.public.ts";
import { rulesOfKeys } from "#areas/governance/governance.server.ts";
import { issuedOrders } from "#areas/procurement/procurement.server.ts";
import { businessDate, businessNow, dayIn } from "#server/clock.ts";
import type { ControlCheck, ControlSubject, Judged } from "#server/controls/control-checks.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { PurchaseStatus } from "../emergency.labels.ts";
import { judgeRatified, type RatifiedFacts } from "./ratified.model.ts";

const key = "emergencyRatification";

type Purchase = {
  id: string;
  orderId: string;
  number: string;
  status: PurchaseStatus;
  ratifyBy: Instant;
  decidedAt: Instant | null;
};

const purchasesOf = async (
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Purchase>> =>
  new Map(
    (
      await db.rows<Purchase>(sql`
        select id, order_id, number, status, ratify_by, decided_at
        from emergency_purchase
        where org_id = ${db.scope.orgId} and order_id = any(${[...orderIds]}::uuid[])
      `)
    ).map((row) => [row.orderId, row]),
  );

const read = async (db: Db, ids: readonly string[]): Promise<Judged[]> => {
  const [orders, purchases, rules] = await Promise.all([
    issuedOrders(db, ids),
    purchasesOf(db, ids),
    rulesOfKeys(db, [key]),
  ]);
  const now = businessNow(db.scope).getTime();
  return [...orders.values()].map(({ id, number, issued }): Judged => {
    const p = purchases.get(id);
    const day = issued ?? businessDate(db.scope);
    const ratified = p?.status === "ratified" && p.decidedAt ? Date.parse(p.decidedAt) : now;
    const facts: RatifiedFacts = {
      purchase: p?.number ?? null,
      status: p?.status ?? null,
      dueOn: p ? dayIn(db.scope, p.ratifyBy) : null,
      decidedOn: p?.decidedAt ? dayIn(db.scope, p.decidedAt) : null,
      late: p ? ratified > Date.parse(p.ratifyBy) : false,
    };
    return {
      subjectId: id,
      part: 0,
      binding: issued !== null,
      day,
      rules: judgedBy(rulesOn(rules, day), [key]),
      facts,
      shown: [
        { label: number, href: `/purchase-orders/${id}` },
        ...(p ? [{ label: p.number, href: `/emergency-procurement/orders/${p.id}` }] : []),
      ],
    };
  });
};

const orderOf: ControlSubject["heard"][string] = async (db, { objectId }) =>
  (
    await db.rows<{ id: string }>(sql`
      select order_id as id
      from emergency_purchase
      where org_id = ${db.scope.orgId} and id = ${objectId}
    `)
  ).map(({ id }) => id);

/** Finds orders on a verbal approval that nobody ratified in time. */
export const ratifiedCheck: ControlCheck = {
  name: "order.ratified",
  label: "Ratified in time",
  family: "order",
  kind: "detective",
  subject: "purchaseOrder",
  demands:
    "What was ordered in an emergency on a verbal approval is ratified by whoever gave it, within the rule's term.",
  dayNamed: "the day on which the order goes out",
  ruleKeys: [key],
  severity: "high",
  owner: "buyer",
  days: 5,
  remedy: "Have whoever approved it ratify it, or say why it is refused; a late day stays late.",
  heard: Object.fromEntries(
    ["create", "ratify", "return", "refuse", "askAgain"].map((action) => [
      `emergencyPurchase.${action}`,
      orderOf,
    ]),
  ),
  read,
  judge: judgeRatified,
};
