import { useMemo } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { useGet, useRecord } from "#web/kit/queries.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { ErrorPanel } from "#web/kit/states.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { vendorFilter } from "#areas/vendors/vendors.ui.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { FoundIn } from "../search/FoundIn.tsx";
import { CeilingStrip } from "./CeilingStrip.tsx";
import { contractKinds, contractStatuses, contractViews } from "./contract.labels.ts";
import type { Contract, ContractDetail } from "./contract.model.ts";

const running = new Set(["active", "suspended"]);

const columns: readonly Column<Contract>[] = [
  { id: "number", label: "Number", kind: "plate", value: (c) => c.number },
  {
    id: "title",
    label: "For",
    kind: "text",
    value: (c) => c.title,
    cell: (c) => (
      <>
        {c.title}
        <FoundIn passage={c.passage} />
      </>
    ),
  },
  { id: "vendor", label: "Vendor", kind: "text", value: (c) => c.vendor },
  {
    id: "master",
    label: "Contract with lots",
    kind: "text",
    hidden: true,
    value: (c) => c.master,
    sortable: false,
  },
  {
    id: "lotNo",
    label: "Lot",
    kind: "number",
    hidden: true,
    value: (c) => c.lotNo,
    sortable: false,
  },
  { id: "kind", label: "Kind", kind: "text", hidden: true, value: (c) => contractKinds[c.kind] },
  { id: "department", label: "Department", kind: "text", hidden: true, value: (c) => c.department },
  {
    id: "owner",
    label: "Owner",
    kind: "text",
    hidden: true,
    value: (c) => c.owner,
    sortable: false,
  },
  {
    id: "endsOn",
    label: "Ends",
    kind: "day",
    value: (c) => c.endsOn,
    cell: (c) => <DeadlineClock deadline={c.endsOn} short done={!running.has(c.status)} />,
  },
  {
    id: "ceiling",
    label: "Ceiling",
    kind: "money",
    value: (c) => c.ceiling,
    total: true,
    main: () => true,
  },
  { id: "left", label: "Left", kind: "money", value: (c) => c.left, total: true },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (c) => c.status,
    statuses: contractStatuses,
  },
];

type Named = { id: string; name: string };
const filtersFor = (departments: readonly Named[], owners: readonly Named[]): Filter[] => [
  vendorFilter,
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(contractStatuses),
  },
  {
    id: "kind",
    label: "Kind",
    kind: "set",
    pinned: true,
    options: options(contractKinds),
  },
  {
    id: "departmentId",
    label: "Department",
    kind: "set",
    options: departments.map((d) => ({ value: d.id, label: d.name })),
  },
  {
    id: "ownerId",
    label: "Owner",
    kind: "set",
    options: owners.map((m) => ({ value: m.id, label: m.name })),
  },
  { id: "endsOn", label: "Ends", kind: "day" },
  { id: "startsOn", label: "Begins", kind: "day" },
  { id: "ceiling", label: "Ceiling", kind: "money" },
  { id: "lots", label: "Lots of contracts", kind: "flag" },
  { id: "mine", label: "Mine", kind: "flag" },
  { id: "endsSoon", label: "Ends in 120 days", kind: "flag" },
  { id: "optionDue", label: "Option due in 30 days", kind: "flag" },
  { id: "optionSoon", label: "Options to decide in 180 days", kind: "flag" },
  { id: "nearCeiling", label: "Over 90% of ceiling", kind: "flag" },
  { id: "orderable", label: "Orders may be placed", kind: "flag" },
];

function ContractPeek({ id }: { id: string }) {
  const { data, error } = useRecord<ContractDetail>("/api/v1/contracts", id);
  if (error) return <ErrorPanel error={error} what="This contract" />;
  if (!data) return <p className="text-t3">Loading…</p>;
  return (
    <div className="stack">
      <div>
        <StatusBadge statuses={contractStatuses} status={data.status} />
      </div>
      <div>
        <h2 className="text-18 font-semibold">{data.title}</h2>
        <p className="text-t2">{data.vendor}</p>
      </div>
      <p className="text-22 font-semibold">{formatCents(data.ceiling)}</p>
      <CeilingStrip contract={data} />
      <DeadlineClock deadline={data.endsOn} label="Ends" done={!running.has(data.status)} />
      <Link className="btn" to={pathTo("contract", { id })}>
        Open
      </Link>
    </div>
  );
}

/** Every contract of the agency. */
export default function ContractList() {
  const { can } = useAuth();
  const departments = useGet<{ items: Named[] }>("departments", "/api/v1/departments").data?.items;
  const owners = useGet<{ items: Named[] }>("members", "/api/v1/members?limit=200").data?.items;
  const filters = useMemo(() => filtersFor(departments ?? [], owners ?? []), [departments, owners]);
  return (
    <DataTable<Contract>
      name="contracts"
      title="Contracts"
      path="/api/v1/contracts"
      columns={columns}
      filters={filters}
      views={contractViews}
      searchHint="Words, or text of documents"
      defaultSort="-number"
      rowHref={(c) => pathTo("contract", { id: c.id })}
      {...(can("contract.create")
        ? { create: { label: "New contract", to: pathTo("contractNew") } }
        : {})}
      actions={
        <>
          <Link className="btn" to={pathTo("contractMasters")}>
            With lots
          </Link>
          <Link className="btn" to={pathTo("clauses")}>
            Clauses
          </Link>
          {can("contract.import") && (
            <Link className="btn" to={pathTo("contractImport")}>
              Import
            </Link>
          )}
        </>
      }
      peek={(c) => <ContractPeek id={c.id} />}
      empty={{
        title: "No contracts yet",
        text: "Begin one from an award, from an approved requisition, or bring your register in.",
      }}
    />
  );
}
