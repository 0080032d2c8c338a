import { daysBetween, type Instant } from "#kernel/time.ts";
import { judgedBy, rulesOn, strictestThreshold } from "#areas/governance/governance.public.ts";
import { rulesOfKeys } from "#areas/governance/governance.server.ts";
import { businessDate, dayIn } from "#server/clock.ts";
import type { ControlCheck, Judged } from "#server/controls/control-checks.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { figureOn } from "./figures.ts";
import { judgeLikeOrders, type LikeOrdersFacts } from "./like-orders.model.ts";

const key = "likeOrders";
const law = [key, "microPurchase", "simplifiedAcquisition"];
/** The most days that one statement looks back; the agency's figure is within them. */
const mostDays = 90;

type Near = { id: string; number: string; issuedAt: Instant; amount: number };
type Stored = {
  id: string;
  number: string;
  issuedAt: Instant | null;
  amount: number;
  method: string | null;
  underContract: boolean;
  emergency: boolean;
  before: Near[];
};

// An order as it first went out: what changed later is judged with the method of its change.
const storedOf = (db: Db, ids: readonly string[]): Promise<Stored[]> =>
  db.rows<Stored>(sql`
    select
      o.id, o.number, o.issued_at, coalesce(v.amount, o.amount) as amount, o.emergency,
      coalesce(v.content ->> 'method', o.method) as method,
      o.contract_id is not null or o.blanket_id is not null as under_contract,
      coalesce(
        (
          select jsonb_agg(
              jsonb_build_object(
                'id', b.id, 'number', b.number, 'issuedAt', b.issued_at, 'amount',
                coalesce(w.amount, b.amount)
              ) order by b.issued_at,
              b.number
            )
          from purchase_order b
          left join purchase_order_version w
            on w.org_id = b.org_id
            and w.purchase_order_id = b.id
            and w.revision = 1
          where b.org_id = o.org_id
            and b.vendor_id = o.vendor_id
            and b.id <> o.id
            and b.status <> 'cancelled'
            and b.contract_id is null
            and b.blanket_id is null
            and not b.emergency
            and b.issued_at <= o.issued_at
            and b.issued_at > o.issued_at - make_interval(days => ${mostDays})
        ),
        '[]'
      ) as before
    from purchase_order o
    left join purchase_order_version v
      on v.org_id = o.org_id
      and v.purchase_order_id = o.id
      and v.revision = 1
    where o.org_id = ${db.scope.orgId} and o.id = any(${[...ids]}::uuid[])
  `);

const read = async (db: Db, ids: readonly string[]): Promise<Judged[]> => {
  const [orders, rules] = await Promise.all([storedOf(db, ids), rulesOfKeys(db, law)]);
  return orders.map((o): Judged => {
    const issued = o.issuedAt && dayIn(db.scope, o.issuedAt);
    const on = issued ?? businessDate(db.scope);
    const days = figureOn(rules, key, "days", on);
    const near = o.before
      .map((b) => ({ ...b, issued: dayIn(db.scope, b.issuedAt) }))
      .filter((b) => issued !== null && daysBetween(b.issued, issued) <= (days ?? 0));
    const facts: LikeOrdersFacts = {
      issued,
      amount: o.amount,
      method: o.method,
      underContract: o.underContract,
      emergency: o.emergency,
      days,
      likePercent: figureOn(rules, key, "likePercent", on),
      microCents: strictestThreshold(rules, "microPurchase", on)?.cents ?? null,
      simplifiedCents: strictestThreshold(rules, "simplifiedAcquisition", on)?.cents ?? null,
      before: near.map(({ number, issued: at, amount }) => ({ number, issued: at, amount })),
    };
    return {
      subjectId: o.id,
      part: 0,
      binding: issued !== null,
      day: on,
      rules: judgedBy(rulesOn(rules, on), law),
      facts,
      shown: [o, ...near].map(({ id, number }) => ({
        label: number,
        href: `/purchase-orders/${id}`,
      })),
    };
  });
};

// An order that ends no longer counts with those that came behind it.
const behindCancelled: NonNullable<ControlCheck["heard"]>[string] = async (db, { objectId }) =>
  (
    await db.rows<{ id: string }>(sql`
      select n.id
      from purchase_order o
      join purchase_order n
        on n.org_id = o.org_id
        and n.vendor_id = o.vendor_id
        and n.issued_at >= o.issued_at
        and n.issued_at < o.issued_at + make_interval(days => ${mostDays})
      where o.org_id = ${db.scope.orgId} and o.id = ${objectId}
    `)
  ).map(({ id }) => id);

/** Finds orders that may be parts of one purchase. */
export const likeOrdersCheck: ControlCheck = {
  name: "order.likeOrders",
  label: "Like orders to one vendor",
  family: "method",
  kind: "detective",
  subject: "purchaseOrder",
  demands:
    "Orders of like amounts to one vendor within days do not stay below a threshold one by one that they pass together.",
  dayNamed: "the day on which the order first goes out",
  ruleKeys: law,
  severity: "medium",
  owner: "compliance_officer",
  days: 15,
  remedy: "Say whether they are one purchase; if so, buy the next by the method for the sum.",
  heard: { "purchaseOrder.cancel": behindCancelled },
  read,
  judge: judgeLikeOrders,
};
