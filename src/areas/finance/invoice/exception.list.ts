import type { ListDefinition } from "#server/http/list.ts";
import {
  causeAndOwner,
  exceptionNames,
  exceptionOwners,
  exceptionStandings,
} from "./invoice.labels.ts";

const settled = "i.status in ('paid', 'voided', 'rejected')";
// An invoice that was settled or turned down waits for nobody any more.
const standing = `(case when e.status = 'open' and ${settled} then 'over' else e.status end)`;
// When it was; of what ended without a moment of its own the last change of its invoice.
const endedAt = `(case when ${standing} <> 'open' then coalesce(e.resolved_at, i.updated_at) end)`;

/** Cause and owner of an exception `e` as one value. */
export const causeOwner = "(e.kind || '/' || e.owner_duty)";

/** What invoices differ by from what was ordered and received, each difference once. */
export const exceptionList: ListDefinition = {
  name: "invoice-exceptions",
  title: "exceptions of invoices",
  from: "invoice_exception e join invoice i on i.org_id = e.org_id and i.id = e.invoice_id join vendor v on v.org_id = i.org_id and v.id = i.vendor_id",
  alias: "e",
  columns: {
    id: { sql: "e.id", hidden: true },
    invoiceId: { sql: "i.id", hidden: true },
    number: { sql: "i.number", label: "Invoice", sort: true },
    vendor: { sql: "v.name", label: "Vendor", sort: true },
    kind: { sql: "e.kind", label: "Cause", sort: true, codes: exceptionNames },
    message: { sql: "e.message", label: "What differs" },
    owner: { sql: "e.owner_duty", label: "Settled by", codes: exceptionOwners },
    causeOwner: { sql: causeOwner, hidden: true, exportOnly: true, codes: causeAndOwner },
    standing: { sql: standing, label: "Status", codes: exceptionStandings },
    arose: { sql: "e.created_at", label: "Arose", sort: true },
    ended: { sql: endedAt, label: "Ended" },
    amount: { sql: "e.amount", label: "Difference", money: true },
  },
  filters: {
    kind: { kind: "set", sql: "e.kind", type: "text" },
    owner: { kind: "set", sql: "e.owner_duty", type: "text" },
    causeOwner: { kind: "set", sql: causeOwner, type: "text" },
    standing: { kind: "set", sql: standing, type: "text" },
    vendorId: { kind: "set", sql: "i.vendor_id", type: "uuid" },
    aroseOn: { kind: "range", sql: "(e.created_at at time zone $zone)::date", type: "date" },
    arose: { kind: "range", sql: "e.created_at", type: "instant" },
    ended: { kind: "range", sql: endedAt, type: "instant" },
  },
  search: ["i.number", "v.name", "e.message"],
  defaultSort: "-arose",
};
