import { Link } from "react-router";
import type { Column } from "../../../web/kit/table/columns.tsx";
import { DataTable } from "../../../web/kit/table/DataTable.tsx";
import type { Filter } from "../../../web/kit/table/filters.ts";
import type { CommitmentRow } from "../budget.model.ts";

const kinds = { adopt: { label: "Adopted", tone: "neutral" }, amend: { label: "Amended", tone: "neutral" }, transfer: { label: "Transferred", tone: "neutral" }, pre_encumber: { label: "Pre-encumbered", tone: "info" }, encumber: { label: "Encumbered", tone: "progress" }, expend: { label: "Expended", tone: "success" }, release: { label: "Released", tone: "neutral" }, reverse: { label: "Reversed", tone: "warning" } } as const;
const places: Readonly<Record<string, string>> = { requisition: "/smart-requisition", purchaseOrder: "/purchase-orders", invoice: "/invoices", budgetLine: "/budget-management/lines" };

const columns: readonly Column<CommitmentRow>[] = [
  { id: "postedOn", label: "Date", kind: "date", value: (e) => e.postedOn },
  { id: "kind", label: "Movement", kind: "status", value: (e) => e.kind, statuses: kinds },
  { id: "code", label: "Account string", kind: "text", value: (e) => e.code, cell: (e) => <span className="mono">{e.code}</span> },
  { id: "documentNumber", label: "Document", kind: "text", value: (e) => e.documentNumber, cell: (e) => (places[e.documentType] && e.kind !== "transfer" ? <Link className="mono" to={`${places[e.documentType]}/${e.documentId}`}>{e.documentNumber}</Link> : <span className="mono">{e.documentNumber}</span>) },
  { id: "adjusted", label: "Budget", kind: "money", value: (e) => e.adjusted || null, total: true },
  { id: "preEncumbered", label: "Pre-enc.", kind: "money", value: (e) => e.preEncumbered || null, total: true },
  { id: "encumbered", label: "Encumbered", kind: "money", value: (e) => e.encumbered || null, total: true },
  { id: "expended", label: "Expended", kind: "money", value: (e) => e.expended || null, total: true },
  { id: "postedBy", label: "By", kind: "text", value: (e) => e.postedBy },
  { id: "note", label: "Note", kind: "text", value: (e) => e.note },
];

const filters: readonly Filter[] = [
  { id: "kind", label: "Movement", kind: "set", pinned: true, options: Object.entries(kinds).map(([value, k]) => ({ value, label: k.label })) },
  { id: "documentType", label: "Document", kind: "set", options: [{ value: "requisition", label: "Requisition" }, { value: "purchaseOrder", label: "Purchase order" }, { value: "invoice", label: "Invoice" }, { value: "budgetLine", label: "Budget" }] },
  { id: "postedOn", label: "Date", kind: "date" },
];

/** The append-only commitment ledger; `fixed` narrows it to one line. */
export function LedgerTable({ fixed }: { fixed?: string }) {
  return <DataTable<CommitmentRow> name="commitment-entries" title="Commitment ledger" path="/api/v1/commitment-entries" columns={columns} filters={filters} defaultSort="-id" empty={{ title: "No entries yet", text: "Adopting a budget writes the first ones." }} {...(fixed ? { embedded: true, fixed } : {})} />;
}
