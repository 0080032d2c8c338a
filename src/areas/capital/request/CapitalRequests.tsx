import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { CapitalNav } from "../CapitalNav.tsx";
import { requestStatuses, requestViews } from "./request.labels.ts";
import type { CapitalRow } from "./request.model.ts";

type Department = { id: string; name: string };
const columnsOf = (departments: readonly Department[]): readonly Column<CapitalRow>[] => [
  { id: "number", label: "Number", kind: "plate", value: (r) => r.number },
  { id: "title", label: "Request", kind: "text", value: (r) => r.title },
  {
    id: "departmentId",
    label: "Department",
    kind: "text",
    sortable: false,
    value: (r) => departments.find((d) => d.id === r.departmentId)?.name ?? null,
  },
  {
    id: "earliest",
    label: "Start",
    kind: "text",
    value: (r) => (r.earliest === r.latest ? String(r.earliest) : `${r.earliest} to ${r.latest}`),
  },
  {
    id: "score",
    label: "Score",
    kind: "text",
    value: (r) => (r.score === null ? null : (r.score / 100).toFixed(2)),
  },
  {
    id: "operatingCents",
    label: "Operating a year",
    kind: "money",
    hidden: true,
    sortable: false,
    value: (r) => r.operatingCents,
  },
  {
    id: "cents",
    label: "Cost",
    kind: "money",
    main: () => true,
    sortable: false,
    value: (r) => r.cents,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (r) => r.status,
    statuses: requestStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(requestStatuses),
  },
  { id: "mine", label: "Asked for by me", kind: "flag" },
];

/** /capital-planning-management: what departments ask to build or buy. */
export default function CapitalRequests() {
  const { can } = useAuth();
  const departments = useGet<{ items: Department[] }>(
    "departments",
    "/api/v1/departments?limit=200",
  );
  return (
    <>
      <CapitalNav />
      <DataTable<CapitalRow>
        name="capital-requests"
        title="Capital requests"
        path="/api/v1/capital-requests"
        columns={columnsOf(departments.data?.items ?? [])}
        filters={filters}
        views={requestViews}
        defaultSort="-number"
        rowHref={(r) => pathTo("capitalRequest", { id: r.id })}
        {...(can("capital.request")
          ? { create: { label: "New request", to: pathTo("capitalRequestNew") } }
          : {})}
        empty={{
          title: "No capital requests yet",
          text: "A request says what is to be built, its cost by year, which sources may pay and when it can begin.",
        }}
      />
    </>
  );
}
