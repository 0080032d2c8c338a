import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import { vendorAsIssued } from "#areas/vendors/vendors.server.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import type { PublicOrder } from "./order.answer.model.ts";
import { secretDigest } from "./mail.service.ts";
import { orderCycle, type OrderStatus } from "./order.model.ts";
import { orderNoun, type OrderRecord } from "./order.service.ts";

/** Records the vendor's acknowledgement told by phone or mail; the reason says how and by whom. */
export const acknowledgeOrder = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<OrderRecord> =>
  transition(tx, actor, orderNoun, {
    id,
    action: "acknowledge",
    version,
    reason,
    effect: async (o) => ({
      to: o.status === "issued" ? "acknowledged" : (o.status as OrderStatus),
      patch: { acknowledgedAt: businessNow(tx.scope).toISOString(), acknowledgedBy: reason },
    }),
  });

const badToken = () =>
  invalidField(
    "token",
    "This link is not good any more. Ask the buyer for a new one.",
    "bad_token",
  );

// A changed order is acknowledged anew, also when goods of it came meanwhile.
const acknowledgeable: ReadonlySet<string> = new Set(orderCycle.actions.acknowledge.from);

/**
 * The vendor acknowledges by the mailed link. The token names the agency; its digest names the
 * order. 422 when it is not good any more.
 */
export const acknowledgeByToken = async (
  tx: Tx,
  secret: string,
  name: string,
): Promise<OrderRecord> => {
  const found = await tx.maybe<{ id: string; status: string; acknowledgedAt: Instant | null }>(sql`
    select id, status, acknowledged_at
    from purchase_order
    where org_id = ${tx.scope.orgId} and acknowledge_token_digest = ${secretDigest(secret)}
  `);
  if (!found) throw badToken();
  if (found.acknowledgedAt || !acknowledgeable.has(found.status))
    throw conflict("acknowledged", "This order was acknowledged already, or has moved on.");
  const actor: Actor = {
    kind: "system",
    personId: null,
    name: `${name} (vendor, by link)`,
    email: "",
    orgId: tx.scope.orgId,
    role: "user",
    duties: [],
    permissions: new Set(),
    departmentIds: [],
    vendorIds: [],
    sessionId: null,
  };
  return acknowledgeOrder(tx, actor, {
    id: found.id,
    version: null,
    reason: `${name}, by the mailed link`,
  });
};

/** The order that a mailed token names, for the vendor's page; null when the token is not good. */
export const orderOfToken = (tx: Pick<Tx, "maybe" | "scope">, secret: string) =>
  tx.maybe<{ id: string }>(sql`
    select id
    from purchase_order
    where org_id = ${tx.scope.orgId} and acknowledge_token_digest = ${secretDigest(secret)}
  `);

/**
 * What a vendor reads by the mailed link: the order, and whom to ask. 422 when the token is not
 * good.
 */
export const readForVendor = async (db: Db, secret: string): Promise<PublicOrder> => {
  const found = await orderOfToken(db, secret);
  if (!found) throw badToken();
  const [agency, issuedTo, order, lines] = await Promise.all([
    readOrganization(db),
    vendorAsIssued(db, "purchaseOrder", found.id),
    db.one<Omit<PublicOrder, "lines" | "agency" | "agencyAddress" | "agencyPhone">>(sql`
      select
        o.number, o.title, o.status, o.revision, v.name as vendor, b.display_name as buyer,
        concat_ws('; ', nullif(o.issued_place, ''), nullif(o.deliver_to, '')) as deliver_to,
        o.promised_on, o.terms_days, o.instructions, o.amount, o.acknowledged_at
      from purchase_order o
      join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
      left join person b on b.id = o.buyer_id
      where o.org_id = ${db.scope.orgId} and o.id = ${found.id}
    `),
    db.rows<PublicOrder["lines"][number]>(sql`
      select line_no, description, quantity, unit, unit_price, amount
      from purchase_order_line
      where org_id = ${db.scope.orgId} and purchase_order_id = ${found.id} and not cancelled
      order by line_no
    `),
  ]);
  return {
    ...order,
    vendor: issuedTo?.name ?? order.vendor,
    lines,
    agency: agency.name,
    agencyAddress: agency.address,
    agencyPhone: agency.phone,
  };
};
