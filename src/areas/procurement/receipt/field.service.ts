import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import {
  dueBy,
  fieldKind,
  lineBefore,
  lineCame,
  type MetLine,
  type PacketItem,
} from "#areas/field/field.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { postReceipt, receiptInput } from "./receipt.service.ts";

/** A receipt as it is captured; its day is that of the capture, its photos come with it. */
const captured = z.strictObject({
  packingSlip: receiptInput.shape.packingSlip,
  note: receiptInput.shape.note,
  shipNoticeId: receiptInput.shape.shipNoticeId,
  lines: receiptInput.shape.lines,
});

type Order = {
  id: string;
  version: number;
  number: string;
  title: string;
  vendor: string;
  status: string;
  promisedOn: Day | null;
  deliverTo: string;
  lines: unknown[];
};

/** So many orders lie on a device, what was promised first first. */
const mostOrders = 100;

// Whoever placed an order does not receive it: it is not among their work.
const receivableFor = (db: Db, actor: Actor) =>
  db.rows<Order>(sql`
    select
      o.id, o.version, o.number, o.title, v.name as vendor, o.status, o.promised_on, o.deliver_to,
      (
        select jsonb_agg(jsonb_build_object(
            'id', l.id, 'lineNo', l.line_no, 'description', l.description, 'unit', l.unit,
            'quantity', trim_scale(l.quantity)::text, 'receivedQuantity',
            trim_scale(l.received_quantity)::text
          ) order by l.line_no)
        from purchase_order_line l
        where l.org_id = o.org_id and l.purchase_order_id = o.id and not l.cancelled
      ) as lines
    from purchase_order o
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    where o.org_id = ${db.scope.orgId}
      and o.kind <> 'blanket'
      and o.status in ('issued', 'acknowledged', 'partly_received')
      and o.buyer_id is distinct from ${actor.personId}::uuid
    order by o.promised_on nulls last, o.id
    limit ${mostOrders}
  `);

const itemOf =
  (zone: string | undefined) =>
  ({ id, version, ...data }: Order): PacketItem => ({
    ...{ id, version, latitude: null, longitude: null, data: { ...data } },
    title: `${data.number} ${data.title}`,
    dueAt: dueBy(data.promisedOn, zone),
  });

/** How an order stands: what came of each of its lines. */
const standingOf = async (db: Db, id: string) => {
  const order = await db.maybe<{ number: string; version: number; lines: MetLine[] | null }>(sql`
    select
      o.number, o.version,
      (
        select jsonb_agg(jsonb_build_object(
            'lineNo', l.line_no, 'description', l.description, 'unit', l.unit, 'quantity',
            trim_scale(l.quantity)::text, 'receivedQuantity', trim_scale(l.received_quantity)::text
          ) order by l.line_no)
        from purchase_order_line l
        where l.org_id = o.org_id and l.purchase_order_id = o.id and not l.cancelled
      ) as lines
    from purchase_order o
    where o.org_id = ${db.scope.orgId} and o.id = ${id}
  `);
  if (!order) return null;
  const { number, version, lines } = order;
  return { number, version, values: { lines: (lines ?? []).map(lineBefore) } };
};

/** What was captured, its lines by their names in place of their ids. */
const inWords = async (db: Db, values: z.output<typeof captured>) => {
  const ids = values.lines.map(({ purchaseOrderLineId }) => purchaseOrderLineId);
  const lines = await db.rows<
    { id: string } & Pick<MetLine, "lineNo" | "description" | "unit">
  >(sql`
    select id, line_no, description, unit
    from purchase_order_line
    where org_id = ${db.scope.orgId} and id = any(${ids})
  `);
  return {
    ...values,
    lines: values.lines.map((came) => {
      const line = lines.find(({ id }) => id === came.purchaseOrderLineId);
      return line ? lineCame(line, came) : "A line that this order does not have";
    }),
  };
};

/** What came, as a crew captures it where there is no line. */
export const capturedReceipts = fieldKind({
  kind: "receipt",
  permission: "receipt.post",
  payload: captured,
  ofRecord: true,
  demandsPhotos: true,
  spends: true,
  packet: async (db, actor) => (await receivableFor(db, actor)).map(itemOf(db.scope.timeZone)),
  stands: (db, _actor, id) => standingOf(db, id),
  shows: inWords,
  // What a line may hold decides, whatever was seen.
  adds: () => true,
  apply: async (tx, actor, { recordId, values, photos }) => {
    const { id } = await postReceipt(
      tx,
      actor,
      { id: recordId!, version: null },
      { ...values, receivedOn: null, photoFileIds: photos.map(({ fileId }) => fileId) },
    );
    const { number } = await tx.one<{ number: string }>(sql`
      select number
      from receipt
      where org_id = ${tx.scope.orgId} and id = ${id}
    `);
    return { type: "receipt", id, number };
  },
});
