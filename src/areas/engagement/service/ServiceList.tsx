import { useMemo } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { openStatus, serviceCycle, serviceViews } from "./service.labels.ts";
import type { ServiceRow } from "./service.model.ts";

const columns: readonly Column<ServiceRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "service", label: "About", kind: "text", value: (row) => row.service },
  { id: "description", label: "Description", kind: "text", value: (row) => row.description },
  { id: "address", label: "Place", kind: "text", value: (row) => row.address },
  { id: "createdAt", label: "Received", kind: "instant", value: (row) => row.createdAt },
  {
    id: "expectedAt",
    label: "Expected",
    kind: "instant",
    value: (row) => row.expectedAt,
    cell: (row) => (
      <DeadlineClock deadline={row.expectedAt} short done={openStatus(row.status) === "closed"} />
    ),
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: serviceCycle.statuses,
  },
];
const filtersFor = (types: readonly { code: string; name: string }[]): readonly Filter[] => [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(serviceCycle.statuses),
  },
  {
    id: "service",
    label: "About",
    kind: "set",
    options: types.map(({ code, name }) => ({ value: code, label: name })),
  },
  { id: "open", label: "Open", kind: "flag" },
  { id: "late", label: "Late", kind: "flag" },
];

/** /service-requests: what people reported on the citizen portal and through Open311. */
export default function ServiceList() {
  const { data } = useGet<{ items: { code: string; name: string }[] }>(
    "service-types",
    "/api/v1/service-types",
  );
  const filters = useMemo(() => filtersFor(data?.items ?? []), [data]);
  return (
    <DataTable<ServiceRow>
      name="service-requests"
      title="Service requests"
      path="/api/v1/service-requests"
      columns={columns}
      filters={filters}
      defaultSort="-createdAt"
      rowHref={(row) => pathTo("serviceRequest", { id: row.id })}
      views={serviceViews}
      actions={
        <Link className="btn" to={pathTo("serviceTypes")}>
          Kinds of service
        </Link>
      }
      empty={{
        title: "No service requests yet",
        text: "What people report on the citizen portal, or through Open311, appears here.",
      }}
    />
  );
}
