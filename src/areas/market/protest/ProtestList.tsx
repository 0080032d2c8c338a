import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { protestStatuses, protestViews } from "./protest.labels.ts";
import type { ProtestRow } from "./protest.model.ts";

const waits = (p: ProtestRow) => p.status === "filed" || p.status === "under_review";
const columns: readonly Column<ProtestRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (p) => p.number },
  { id: "vendor", label: "Vendor", kind: "text", value: (p) => p.vendor, sortable: false },
  {
    id: "title",
    label: "Solicitation",
    kind: "text",
    value: (p) => p.title,
    sortable: false,
    cell: (p) => (
      <>
        <span className="block">{p.title}</span>
        <span className="mono text-12 text-t3">{p.solicitationNumber}</span>
      </>
    ),
  },
  { id: "filedAt", label: "Filed", kind: "instant", value: (p) => p.filedAt },
  {
    id: "decideBy",
    label: "Decide by",
    kind: "day",
    value: (p) => p.decideBy,
    cell: (p) => <DeadlineClock deadline={p.decideBy} short done={!waits(p)} />,
  },
  {
    id: "stay",
    label: "Award",
    kind: "text",
    value: (p) => (p.stay ? "stayed" : "goes on"),
    sortable: false,
    cell: (p) =>
      p.stay && (waits(p) || p.status === "appealed") ? (
        <Badge tone="warning" label="Stayed" />
      ) : !p.timely ? (
        <Badge tone="neutral" label="Filed late" />
      ) : (
        <span className="text-t3">not stayed</span>
      ),
  },
  {
    id: "appealUntil",
    label: "Appeal until",
    kind: "instant",
    value: (p) => p.appealUntil,
    sortable: false,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (p) => p.status,
    sortable: false,
    statuses: protestStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(protestStatuses),
  },
  { id: "waits", label: "Waits for a decision", kind: "flag" },
  { id: "late", label: "Decision overdue", kind: "flag" },
  { id: "stay", label: "Stays the award", kind: "flag" },
  { id: "decideBy", label: "Decide by", kind: "day" },
];

/**
 * /bid-evaluation/protests: the agency's protests, with what they stay and by when they are to be
 * decided.
 */
export default function ProtestList() {
  return (
    <DataTable<ProtestRow>
      name="protests"
      title="Protests"
      path="/api/v1/protests"
      columns={columns}
      filters={filters}
      views={protestViews}
      defaultSort="-filedAt"
      rowHref={(p) => pathTo("protest", { id: p.id })}
      actions={
        <Link className="btn" to={pathTo("evaluations")}>
          Evaluations
        </Link>
      }
      empty={{
        title: "No protests",
        text: "A bidder files a protest in the vendor portal, within the window after the intent to award is posted.",
      }}
    />
  );
}
