import { useMemo } from "react";
import { pathTo } from "#areas.ts";
import { controlSeverities } from "#kernel/control.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { failureStatuses, failureViews, subjectLabels } from "../failure/failure.labels.ts";
import type { FailureRow } from "../failure/failure.model.ts";

const columns: readonly Column<FailureRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (f) => f.number },
  { id: "said", label: "What was found", kind: "text", value: (f) => f.said },
  { id: "subject", label: "Record", kind: "plate", value: (f) => f.subject },
  { id: "control", label: "Control", kind: "text", value: (f) => f.control },
  {
    id: "severity",
    label: "Severity",
    kind: "status",
    value: (f) => f.severity,
    statuses: controlSeverities,
  },
  { id: "owner", label: "Owner", kind: "text", value: (f) => f.owner ?? "Nobody yet" },
  { id: "department", label: "Department", kind: "text", value: (f) => f.department ?? "" },
  { id: "amount", label: "Amount", kind: "money", value: (f) => f.amount },
  { id: "dueOn", label: "Answer by", kind: "day", value: (f) => f.dueOn },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (f) => f.status,
    statuses: failureStatuses,
  },
];

type Named = { id: string; name: string };
const named = (items: readonly Named[]) =>
  items.map(({ id, name }) => ({ value: id, label: name }));

const filtersFor = (
  departments: readonly Named[],
  controls: readonly { definitionId: string; name: string }[],
): readonly Filter[] => [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(failureStatuses),
  },
  { id: "severity", label: "Severity", kind: "set", options: options(controlSeverities) },
  {
    id: "controlId",
    label: "Control",
    kind: "set",
    options: named(
      [...new Map(controls.map((c) => [c.definitionId, c.name]))].map(([id, name]) => ({
        id,
        name,
      })),
    ),
  },
  { id: "subjectType", label: "Kind of record", kind: "set", options: options(subjectLabels) },
  { id: "departmentId", label: "Department", kind: "set", options: named(departments) },
  { id: "dueOn", label: "Answer by", kind: "day" },
  { id: "amount", label: "Amount", kind: "money" },
  { id: "open", label: "Open", kind: "flag", pinned: true },
  { id: "late", label: "Past their day", kind: "flag" },
  { id: "unassigned", label: "Nobody's", kind: "flag" },
  { id: "mine", label: "On my records", kind: "flag" },
];

/** Filters with the departments of the agency, and its controls for whoever reads them. */
const useFilters = (): readonly Filter[] => {
  const { can } = useAuth();
  const departments = useGet<{ items: Named[] }>("departments", "/api/v1/departments?limit=200");
  const controls = useGet<{ items: { definitionId: string; name: string }[] }>(
    "controls",
    "/api/v1/controls",
    { enabled: can("control.read") },
  );
  return useMemo(
    () => filtersFor(departments.data?.items ?? [], controls.data?.items ?? []),
    [departments.data, controls.data],
  );
};

const table = {
  name: "control-failures",
  path: "/api/v1/control-failures",
  columns,
  defaultSort: "dueOn",
  rowHref: (f: FailureRow) => pathTo("controlFailure", { id: f.id }),
  empty: {
    title: "Nothing breaks a control",
    text: "Every record that was judged meets the controls in force, or they do not apply to it.",
  },
} as const;

/** What breaks controls, within a page: `fixed` says which of it. */
export function FailuresOf({ title, fixed }: { title: string; fixed: string }) {
  const filters = useFilters();
  return (
    <DataTable<FailureRow>
      {...table}
      filters={filters}
      title={title}
      empty={{ title: "Nothing here", text: "Nothing of this list breaks a control in force." }}
      embedded
      fixed={fixed}
    />
  );
}

/** Everything that breaks controls, as far as the reader sees it. */
export function FailureTable() {
  const filters = useFilters();
  return (
    <DataTable<FailureRow>
      {...table}
      filters={filters}
      title="What breaks a control"
      views={failureViews}
    />
  );
}
