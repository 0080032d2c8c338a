// The shipment of an order is the notice of its vendor: what other areas read of it and let it say.
import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { announce, asSystem, transition } from "#server/lifecycle.ts";
import { todayOf } from "#server/restored/clocks.ts";
import { shipmentsToCome, type ShipmentStatus } from "./fulfilment.labels.ts";
import { shipNoticeNoun, type ShipNoticeRecord } from "./fulfilment.service.ts";

/** A shipment with what of its order decides about it. Amounts in cents. */
export type Shipment = Pick<
  ShipNoticeRecord,
  | "id"
  | "number"
  | "deliveredOn"
  | "lacking"
  | "carrier"
  | "tracking"
  | "shippedOn"
  | "expectedOn"
  | "packages"
  | "note"
  | "version"
> & {
  status: ShipmentStatus;
  by: string;
  orderId: string;
  orderNumber: string;
  title: string;
  orderedOn: Day;
  promisedOn: Day | null;
  amount: number;
  federal: boolean;
  incidentId: string | null;
  buyerId: string | null;
  buyer: string | null;
  vendorId: string;
  vendor: string;
  place: string;
  latitude: number | null;
  longitude: number | null;
};

const columns = sql`
  
    n.id, n.number, n.status, n.delivered_on, n.lacking, n.carrier, n.tracking, n.shipped_on,
    n.expected_on, n.packages, n.note, n.created_by_name as by, n.version, o.id as order_id,
    o.number as order_number, o.title, o.ordered_on, o.promised_on, o.amount, o.federal,
    o.incident_id, o.buyer_id, b.display_name as buyer, v.id as vendor_id, v.name as vendor,
    coalesce(nullif(o.issued_place, ''), o.deliver_to) as place, p.latitude::float8 as latitude,
    p.longitude::float8 as longitude
`;
const joined = sql`
  ship_notice n
  join purchase_order o on o.org_id = n.org_id and o.id = n.purchase_order_id
  join vendor v on v.org_id = n.org_id and v.id = n.vendor_id
  left join person b on b.id = o.buyer_id
  left join agency_place p on p.org_id = o.org_id and p.id = o.place_id
`;

/** A shipment by its id. 404. */
export const shipmentOf = async (db: Db, id: string): Promise<Shipment> => {
  const row = await db.maybe<Shipment>(sql`
    select ${columns}
    from ${joined}
    where n.org_id = ${db.scope.orgId} and n.id = ${id}
  `);
  if (!row) throw notFound("shipment");
  return row;
};

/** Shipments that are to come or wait for their proof, the earliest first. At most 400. */
export const arrivingShipments = (db: Db): Promise<Shipment[]> =>
  db.rows<Shipment>(sql`
    select ${columns}
    from ${joined}
    where n.org_id = ${db.scope.orgId}
      and n.status not in ('verified', 'returned', 'expired', 'withdrawn')
    order by n.expected_on, n.number
    limit 400
  `);

/** A line of an order with a quantity of it, as decimal text. */
export type LineOf = {
  lineId: string;
  lineNo: number;
  description: string;
  unit: string;
  quantity: string;
};

/** What a shipment announced, by line of its order. */
export const announcedIn = (db: Db, shipmentId: string): Promise<(LineOf & { lot: string })[]> =>
  db.rows<LineOf & { lot: string }>(sql`
    select l.purchase_order_line_id as line_id, p.line_no, p.description, p.unit, l.quantity, l.lot
    from ship_notice_line l
    join purchase_order_line p on p.org_id = l.org_id and p.id = l.purchase_order_line_id
    where l.org_id = ${db.scope.orgId} and l.ship_notice_id = ${shipmentId}
    order by p.line_no
  `);

/** Goods that a posted receipt of a shipment says came, rejected ones included. */
export type CameIn = LineOf & {
  rejected: string;
  receiptId: string;
  receipt: string;
  receivedOn: Day;
  receivedBy: string | null;
  receiver: string | null;
};

/** What posted receipts say came in a shipment, line by line. */
export const cameIn = (db: Db, shipmentId: string): Promise<CameIn[]> =>
  db.rows<CameIn>(sql`
    select
      l.purchase_order_line_id as line_id, p.line_no, p.description, p.unit, l.quantity,
      l.rejected_quantity as rejected, c.id as receipt_id, c.number as receipt, c.received_on,
      c.received_by, r.display_name as receiver
    from receipt c
    join receipt_line l on l.org_id = c.org_id and l.receipt_id = c.id
    join purchase_order_line p on p.org_id = l.org_id and p.id = l.purchase_order_line_id
    left join person r on r.id = c.received_by
    where c.org_id = ${db.scope.orgId}
      and c.ship_notice_id = ${shipmentId}
      and c.status = 'posted'
      and l.quantity > 0
    order by c.received_on, c.number, p.line_no
  `);

/** Whether a shipment is a vendor's own. */
export const isOwnShipment = async (db: Db, vendorId: string, id: string): Promise<boolean> =>
  (await db.maybe(sql`
    select 1 as ok
    from ship_notice
    where org_id = ${db.scope.orgId} and id = ${id} and vendor_id = ${vendorId}
  `)) !== null;

/** A shipment as those know it who carry it. */
export type NamedShipment = {
  id: string;
  number: string;
  tracking: string;
  carrier: string;
  orderedOn: Day;
};

/** Shipments that stand, by our numbers or the carriers'; names in small letters, the oldest first. */
export const shipmentsCalled = (db: Db, names: readonly string[]): Promise<NamedShipment[]> =>
  db.rows<NamedShipment>(sql`
    select n.id, n.number, n.tracking, n.carrier, o.ordered_on
    from ship_notice n
    join purchase_order o on o.org_id = n.org_id and o.id = n.purchase_order_id
    where n.org_id = ${db.scope.orgId}
      and n.status <> 'withdrawn'
      and (
        lower(n.number) = any(${[...names]}::text[])
        or (n.tracking <> '' and lower(n.tracking) = any(${[...names]}::text[]))
      )
    order by n.created_at
  `);

/** A delivery that was made: when it was expected, and when it came. */
export type PastDelivery = { vendorId: string; expectedOn: Day; deliveredOn: Day };

/** The last fifty deliveries of each vendor. */
export const pastDeliveries = (db: Db, vendorIds: readonly string[]): Promise<PastDelivery[]> =>
  db.rows<PastDelivery>(sql`
    select d.vendor_id, d.expected_on, d.delivered_on
    from unnest(${[...vendorIds]}::uuid[]) as w(id)
    cross join lateral (
      select n.vendor_id, n.expected_on, n.delivered_on
      from ship_notice n
      where n.org_id = ${db.scope.orgId} and n.vendor_id = w.id and n.delivered_on is not null
      order by n.delivered_on desc
      limit 50
    ) d
  `);

/** Deliveries of an order that lack the witness of their place where it is demanded, or contradict it. */
export const unprovedDeliveries = (
  db: Db,
  orderId: string,
): Promise<{ number: string; elsewhere: boolean }[]> =>
  db.rows<{ number: string; elsewhere: boolean }>(sql`
    select number, 'place!' = any(lacking) as elsewhere
    from ship_notice
    where org_id = ${db.scope.orgId}
      and purchase_order_id = ${orderId}
      and status = 'delivered'
      and lacking && '{place,place!}'::text[]
    order by number
    limit 20
  `);

/** A receipt of an order that no shipment was announced for, with what of the order decides about it. */
export type UnannouncedReceipt = {
  number: string;
  receivedOn: Day;
  /** Of its order, in cents. */
  amount: number;
  federal: boolean;
  incidentId: string | null;
};

/** Posted receipts of an order that came without a notice, the first twenty. */
export const unannouncedReceipts = (db: Db, orderId: string): Promise<UnannouncedReceipt[]> =>
  db.rows<UnannouncedReceipt>(sql`
    select c.number, c.received_on, o.amount, o.federal, o.incident_id
    from receipt c
    join purchase_order o on o.org_id = c.org_id and o.id = c.purchase_order_id
    where c.org_id = ${db.scope.orgId}
      and c.purchase_order_id = ${orderId}
      and c.status = 'posted'
      and c.ship_notice_id is null
    order by c.number
    limit 20
  `);

/** Shipments of which nothing was heard since before a day: whoever knows says what becomes of them. */
export const quietShipments = async (db: Db, before: Day): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id
      from ship_notice
      where org_id = ${db.scope.orgId}
        and status in (
          'planned', 'info_received', 'in_transit', 'out_for_delivery', 'attempt_failed',
          'exception'
        )
        and expected_on < ${before}
      order by id
      limit 500
    `)
  ).map(({ id }) => id);

/** SQL: how many shipments nothing was heard of so many days after theirs, for a clock after a restore. */
export const quietShipmentsDue = (days: number): string => `
  select count(*)::int as due, 0 as people, min(n.expected_on)::timestamptz as since
  from ship_notice n
  where n.status in ('${shipmentsToCome.join("', '")}')
    and n.expected_on < ${todayOf("n.org_id")} - ${days}
`;

/** What the records of a shipment say of it. */
export type ShipmentSays = {
  status: ShipmentStatus;
  deliveredOn: Day | null;
  lacking: readonly string[];
  why: string;
};

const same = (s: Pick<Shipment, "status" | "deliveredOn" | "lacking">, says: ShipmentSays) =>
  s.status === says.status &&
  s.deliveredOn === says.deliveredOn &&
  s.lacking.join() === says.lacking.join();

/** Lets a shipment say what its records say; nothing is written where it says that already. */
export const followShipment = async (
  tx: Tx,
  actor: Actor,
  s: Pick<Shipment, "id" | "status" | "deliveredOn" | "lacking" | "orderId">,
  says: ShipmentSays,
): Promise<void> => {
  if (same(s, says)) return;
  const { status: to, deliveredOn, lacking, why } = says;
  const { orgId } = await transition(tx, asSystem(actor), shipNoticeNoun, {
    id: s.id,
    action: "follow",
    effect: async () => ({ to, patch: { deliveredOn, lacking: [...lacking] }, note: why }),
  });
  announce(tx, orgId, "purchaseOrder.change", s.orderId);
};
