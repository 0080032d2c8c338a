import type { Actor, Permission } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery, type ListDefinition } from "#server/http/list.ts";
import { invoiceList, paymentList } from "#areas/finance/finance.server.ts";
import { orderList, requisitionList } from "#areas/procurement/procurement.server.ts";
import { vendorList } from "#areas/vendors/vendors.server.ts";
import type { SearchKind } from "./search.labels.ts";
import type { Found } from "./search.model.ts";

/** Rows of each noun that an answer holds at most. */
const perKind = 5;

type Row = {
  id: string;
  number: string;
  status: string;
  title?: string;
  name?: string;
  vendor?: string;
  vendorName?: string;
};
type Source = { kind: SearchKind; list: ListDefinition; permission: Permission; path: string };

const sources: readonly Source[] = [
  {
    kind: "requisition",
    list: requisitionList,
    permission: "requisition.read",
    path: "/smart-requisition",
  },
  {
    kind: "purchaseOrder",
    list: orderList,
    permission: "purchaseOrder.read",
    path: "/purchase-orders",
  },
  { kind: "invoice", list: invoiceList, permission: "invoice.read", path: "/invoices" },
  { kind: "vendor", list: vendorList, permission: "vendor.read", path: "/vendor-directory" },
  { kind: "payment", list: paymentList, permission: "payment.read", path: "/payments" },
];

const titleOf = (row: Row): string => row.title ?? row.name ?? row.vendorName ?? row.vendor ?? "";

const find = async (
  db: Db,
  actor: Actor,
  { kind, list, path }: Source,
  q: string,
): Promise<Found[]> => {
  const page = await runList<Row>(
    db,
    actor,
    list,
    listQuery(list).parse({ q, limit: perKind, count: "none" }),
  );
  return page.items.map((row) => ({
    kind,
    id: row.id,
    number: row.number,
    title: titleOf(row),
    status: row.status,
    href: `${path}/${row.id}`,
  }));
};

/**
 * Records whose number, title or vendor holds every word of `q`: at most five of each noun that the
 * actor may read, by the same conditions as its list. A number that fits exactly comes first.
 */
export const searchRecords = async (
  db: Db,
  actor: Actor,
  q: string,
): Promise<{ items: Found[] }> => {
  if (!actor.orgId) return { items: [] };
  const found = (
    await Promise.all(
      sources.filter((s) => actor.permissions.has(s.permission)).map((s) => find(db, actor, s, q)),
    )
  ).flat();
  const exact = (row: Found) => row.number.toLowerCase() === q.toLowerCase();
  return { items: [...found.filter(exact), ...found.filter((row) => !exact(row))] };
};
