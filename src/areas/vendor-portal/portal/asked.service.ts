import type { Actor } from "#kernel/access.ts";
import { invoiceStatuses, paymentStatuses } from "#areas/finance/finance.public.ts";
import { orderStatuses } from "#areas/procurement/procurement.public.ts";
import type { Database, Db } from "#server/db/db.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import type { CodeNames, ListDefinition } from "#server/http/list.ts";
import { portalInvoices, portalOrders, portalPayments, type PageQuery } from "./portal.service.ts";
import { waitingFor } from "./waiting.service.ts";

type Row = { id: string; orgId: string; number: string; status: string; agency: string };
type Place = {
  name: string;
  page: string;
  codes: CodeNames;
  read: (side: Db, query: PageQuery) => Promise<{ items: Row[]; more: boolean }>;
  href: (row: Row) => string;
};

const sought = (page: string) => (row: Row) => `${page}?q=${encodeURIComponent(row.number)}`;
/** What a vendor has in the portal, as its pages read it. */
const places: readonly Place[] = [
  {
    name: "purchase-orders",
    page: "/vendor-portal/orders",
    codes: orderStatuses,
    read: portalOrders,
    href: ({ orgId, id }) => `/vendor-portal/orders/${orgId}/${id}`,
  },
  {
    name: "invoices",
    page: "/vendor-portal/invoices",
    codes: invoiceStatuses,
    read: (side, query) => portalInvoices(side, query, (kind) => kind),
    href: sought("/vendor-portal/invoices"),
  },
  {
    name: "payments",
    page: "/vendor-portal/payments",
    codes: paymentStatuses,
    read: portalPayments,
    href: sought("/vendor-portal/payments"),
  },
];

/**
 * The vendor's own orders, invoices and payments of exactly this number, in every agency; an invoice
 * by the agency's number. Another vendor's cannot be named.
 */
export const vendorRecords = async (
  database: Database,
  actor: Actor,
  number: string,
): Promise<{ number: string; title: string; status: string; href: string }[]> => {
  const side = vendorSide(database, actor);
  const found = await Promise.all(
    places.map(async ({ read, href }) =>
      (await read(side, { q: number, page: 1 })).items
        .filter((row) => row.number.toUpperCase() === number.toUpperCase())
        .map((row) => ({
          number: row.number,
          title: row.agency,
          status: row.status,
          href: href(row),
        })),
    ),
  );
  return found.flat();
};

const byStatus: ListDefinition["filters"] = { status: { kind: "set", sql: "", type: "text" } };
type VendorList = {
  list: Pick<ListDefinition, "name" | "columns" | "filters" | "defaultSort">;
  page: string;
  views: readonly { name: string; query: string }[];
  count: (query: string) => Promise<{ total: number; more: boolean }>;
};
/** The lists of the portal as questions see them; one page of each is counted, and whether more follow. */
export const vendorLists = (database: Database, actor: Actor): readonly VendorList[] =>
  places.map(({ name, page, codes, read }) => ({
    list: {
      name,
      columns: { status: { sql: "", label: "Status", codes } },
      // The portal's payments are chosen by words alone.
      filters: name === "payments" ? {} : byStatus,
      defaultSort: "",
    },
    page,
    views: [],
    count: async (query: string) => {
      const status = new URLSearchParams(query).get("status") ?? undefined;
      const { items, more } = await read(vendorSide(database, actor), { status, page: 1 });
      return { total: items.length, more };
    },
  }));

/** How many things the portal puts before the vendor's person. */
export const vendorWaiting = async (database: Database, actor: Actor): Promise<number> =>
  (await waitingFor(vendorSide(database, actor), database.read(actor), actor)).length;
