import { useMemo, useState } from "react";
import { pathTo } from "#areas.ts";
import { roles } from "#kernel/access.ts";
import { dutyLabels } from "#roles.ts";
import { roleLabels } from "#areas/organization/organization.public.ts";
import type { DepartmentRow, PersonOfAgency } from "#areas/organization/organization.public.ts";
import { rightSources } from "#areas/organization/organization.public.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable, type BatchAction } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import type { Bulk } from "./BulkDialog.tsx";

const BulkDialog = dialogOnDemand(async () => (await import("./BulkDialog.tsx")).BulkDialog);

const came = { password: "Password", mfa: "Second factor or passkey" } as const;

const columns: readonly Column<PersonOfAgency>[] = [
  { id: "name", label: "Name", kind: "text", sortable: true, value: (row) => row.name },
  { id: "email", label: "Email", kind: "text", sortable: true, value: (row) => row.email },
  {
    id: "departmentName",
    label: "Department",
    kind: "text",
    sortable: true,
    value: (row) => row.departmentName,
  },
  {
    id: "role",
    label: "Role",
    kind: "text",
    sortable: true,
    value: (row) => roleLabels[row.role].label,
  },
  {
    id: "duties",
    label: "Duties",
    kind: "text",
    value: (row) => row.duties.map((duty) => dutyLabels[duty].label).join(", ") || null,
  },
  {
    id: "source",
    label: "Rights come from",
    kind: "text",
    hidden: true,
    value: (row) => rightSources[row.source],
  },
  { id: "lastSignInAt", label: "Last sign-in", kind: "instant", value: (row) => row.lastSignInAt },
  {
    id: "strength",
    label: "Signed in with",
    kind: "text",
    value: (row) => (row.strength ? came[row.strength] : null),
  },
  {
    id: "sessions",
    label: "Sessions",
    kind: "number",
    hidden: true,
    value: (row) => row.sessions,
  },
  { id: "endsAt", label: "Ends", kind: "instant", value: (row) => row.endsAt },
  {
    id: "active",
    label: "Status",
    kind: "status",
    sortable: true,
    value: (row) => String(row.active),
    statuses: {
      true: { label: "Active", tone: "success" },
      false: { label: "Switched off", tone: "neutral" },
    },
  },
];

const filtersFor = (departments: readonly DepartmentRow[]): Filter[] => [
  { id: "never", label: "Never signed in", kind: "flag", pinned: true },
  { id: "dormant", label: "Dormant", kind: "flag", pinned: true },
  { id: "withoutFactor", label: "Without second factor", kind: "flag", pinned: true },
  { id: "endsThisMonth", label: "Ends this month", kind: "flag", pinned: true },
  { id: "active", label: "Active", kind: "flag" },
  {
    id: "role",
    label: "Role",
    kind: "set",
    options: roles.map((value) => ({ value, label: roleLabels[value].label })),
  },
  {
    id: "department",
    label: "Department",
    kind: "set",
    pinned: true,
    options: departments.map((d) => ({ value: d.id, label: d.name })),
  },
];

/** Everyone of the agency: how they come in, what they hold, when it ends. */
export function People() {
  const departments = useGet<{ items: DepartmentRow[] }>("departments", "/api/v1/departments");
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const filters = useMemo(() => filtersFor(departments.data?.items ?? []), [departments.data]);
  const batch = useMemo<readonly BatchAction[]>(
    () =>
      (["department", "end"] as const).map((what) => ({
        label: what === "end" ? "End membership" : "Move to a department",
        ...(what === "end" && { tone: "danger" as const }),
        idsOnly: true,
        run: ({ ids }, clear) => setBulk({ what, ids, clear }),
      })),
    [],
  );
  return (
    <>
      <DataTable<PersonOfAgency>
        name="people"
        title="People"
        path="/api/v1/people"
        columns={columns}
        filters={filters}
        defaultSort="name"
        rowHref={(row) => pathTo("personFile", { id: row.id })}
        batch={batch}
        embedded
      />
      {bulk && (
        <BulkDialog
          {...bulk}
          departments={departments.data?.items ?? []}
          onClose={() => setBulk(null)}
        />
      )}
    </>
  );
}
