import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import { dueBy, fieldKind, type PacketItem } from "#areas/field/field.server.ts";
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

/** What came, as a crew captures it where there is no line. */
export const capturedReceipts = fieldKind({
  kind: "receipt",
  permission: "receipt.post",
  payload: captured,
  ofRecord: true,
  demandsPhotos: true,
  spends: true,
  packet: async (db, actor) => (await receivableFor(db, actor)).map(itemOf(db.scope.timeZone)),
  // Additions overwrite nothing: what a line may hold decides, whatever was seen.
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
