import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { options } from "#kernel/labels.ts";
import type { AuditDetail } from "../audit/audit.model.ts";
import { procedureStatuses } from "../procedure/procedure.labels.ts";
import type { ProcedureRow } from "../procedure/procedure.model.ts";
import type { PopulationLine } from "../sample/sample.model.ts";

const columns: readonly Column<ProcedureRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "title", label: "Procedure", kind: "text", value: (row) => row.title, title: true },
  { id: "clause", label: "Clause", kind: "text", value: (row) => row.clause },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: procedureStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(procedureStatuses) },
];

/** The procedures of an audit. */
export function Programme({ audit }: { audit: AuditDetail }) {
  return (
    <section className="grid gap-3">
      <h2>Procedures</h2>
      <DataTable<ProcedureRow>
        name="audit-procedures"
        title="Procedures"
        path="/api/v1/audit-procedures"
        columns={columns}
        filters={filters}
        defaultSort="number"
        fixed={`auditId=${audit.id}`}
        embedded
        rowHref={(row) => pathTo("auditProcedure", { id: row.id })}
        empty={{ title: "No procedure yet", text: "Enter what is to be found out." }}
      />
    </section>
  );
}

/** Frozen populations of an audit, each at its procedure. */
export function Populations({ audit }: { audit: AuditDetail }) {
  const { timeZone } = useAgency();
  const { data } = useGet<{ items: PopulationLine[] }>(
    "audit-procedures",
    `/api/v1/audits/${audit.id}/populations`,
  );
  const items = data?.items ?? [];
  const parts: readonly LinePart<PopulationLine>[] = [
    {
      label: "Population",
      as: "title",
      cell: ({ procedureId, title, procedure }) => (
        <Link to={pathTo("auditProcedure", { id: procedureId })}>
          {title}, {procedure}
        </Link>
      ),
    },
    { label: "Filters", cell: ({ query }) => query || "none" },
    { label: "Frozen", cell: ({ frozenAt }) => formatInstant(frozenAt, timeZone) },
    { label: "Rows", cell: ({ items: rows }) => String(rows) },
    { label: "Drawn", cell: ({ drawn, tested }) => `${drawn}, ${tested} tested` },
    {
      label: "Amount, $",
      as: "amount",
      cell: ({ cents }) => formatCents(cents, { symbol: false }),
    },
  ];
  return (
    <section className="grid gap-3">
      <h2>Populations</h2>
      {data && items.length === 0 ? (
        <p className="text-t2">
          {audit.papers
            ? "Nothing is frozen yet. Freeze a population on the page of a procedure."
            : "Populations and samples are the team's until the report is issued."}
        </p>
      ) : (
        <LineTable label="Populations" parts={parts} lines={items} keyOf={({ id }) => id} />
      )}
    </section>
  );
}
