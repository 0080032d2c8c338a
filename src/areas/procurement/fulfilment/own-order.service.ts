import { notFound } from "#kernel/errors.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ActingVendor } from "#server/db/scopes/vendor-side.ts";
import { notify } from "#areas/organization/organization.server.ts";
import type { OrderRecord } from "../order/order.service.ts";

export type Line = {
  id: string;
  lineNo: number;
  quantity: string;
  receivedQuantity: string;
  cancelled: boolean;
};

type Own = { order: OrderRecord & { year: number }; lines: Line[] };

/**
 * The vendor's own issued order, locked, with its lines; 404 for another vendor's and for one that
 * never went out.
 */
export const ownOrder = async (tx: Tx, vendor: ActingVendor, id: string): Promise<Own> => {
  const order = await tx.maybe<Own["order"]>(sql`
    select o.*, y.year
    from purchase_order o
    join fiscal_year y on y.org_id = o.org_id and y.id = o.fiscal_year_id
    where o.org_id = ${tx.scope.orgId}
      and o.id = ${id}
      and o.vendor_id = ${vendor.id}
      and o.issued_at is not null
    for update of o
  `);
  if (!order) throw notFound("purchase order");
  return {
    order,
    lines: await tx.rows<Line>(sql`
      select id, line_no, quantity, received_quantity, cancelled
      from purchase_order_line
      where org_id = ${tx.scope.orgId} and purchase_order_id = ${id}
      order by line_no
    `),
  };
};

export const running = ["issued", "acknowledged", "partly_received"];

export const tell = async (tx: Tx, order: OrderRecord, title: string, body: string) => {
  if (order.buyerId)
    notify(tx, [order.buyerId], {
      kind: "purchaseOrder",
      title,
      body,
      link: `/purchase-orders/${order.id}`,
    });
};

export const belongs = async (
  tx: Tx,
  vendor: ActingVendor,
  table: "ship_notice" | "order_change_request",
  id: string,
): Promise<void> => {
  const found =
    table === "ship_notice"
      ? await tx.maybe(sql`
        select 1 as ok
        from ship_notice
        where org_id = ${tx.scope.orgId} and id = ${id} and vendor_id = ${vendor.id}
      `)
      : await tx.maybe(sql`
        select 1 as ok
        from order_change_request
        where org_id = ${tx.scope.orgId} and id = ${id} and vendor_id = ${vendor.id}
      `);
  if (!found) throw notFound();
};
