import { useMemo, useState } from "react";
import { dutyLabels } from "#roles.ts";
import { roles } from "#kernel/access.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import type { DepartmentRow } from "../department/department.model.ts";
import { roleLabels } from "./member.labels.ts";
import type { MemberRow } from "./member.model.ts";

const MemberDrawer = dialogOnDemand(async () => (await import("./MemberDrawer.tsx")).MemberDrawer);

function Duties({ row }: { row: MemberRow }) {
  if (row.duties.length === 0)
    return (
      <span className="text-t3">
        <span aria-hidden="true">—</span>
        <span className="visually-hidden">none</span>
      </span>
    );
  return <span>{row.duties.map((duty) => dutyLabels[duty].label).join(", ")}</span>;
}

const columnsFor = (edit: ((row: MemberRow) => void) | null): Column<MemberRow>[] => [
  {
    id: "name",
    label: "Name",
    kind: "text",
    sortable: true,
    value: (row) => row.name,
    cell: (row) =>
      edit ? (
        <button type="button" className="font-medium text-link" onClick={() => edit(row)}>
          {row.name}
        </button>
      ) : (
        <b className="font-medium">{row.name}</b>
      ),
  },
  { id: "email", label: "Email", kind: "text", sortable: true, value: (row) => row.email },
  { id: "title", label: "Title", kind: "text", sortable: true, value: (row) => row.title },
  {
    id: "departmentName",
    label: "Department",
    kind: "text",
    sortable: true,
    value: (row) => row.departmentName,
  },
  {
    id: "supervisorName",
    label: "Supervisor",
    kind: "text",
    sortable: true,
    value: (row) => row.supervisorName,
  },
  {
    id: "role",
    label: "Role",
    kind: "text",
    sortable: true,
    value: (row) => row.role,
    cell: (row) => (
      <span className="inline-flex items-center gap-3">
        {roleLabels[row.role].label}
        {row.roleExpiresAt && <DeadlineClock deadline={row.roleExpiresAt} short />}
      </span>
    ),
  },
  {
    id: "duties",
    label: "Duties",
    kind: "text",
    value: (row) => row.duties.join(),
    cell: (row) => <Duties row={row} />,
  },
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

/** Everyone in the agency; administrators open a person to change what they may do. */
export function Members() {
  const { can } = useAuth();
  const editable = can("member.edit");
  const departments = useGet<{ items: DepartmentRow[] }>("departments", "/api/v1/departments");
  const [open, setOpen] = useState<MemberRow | null>(null);
  const columns = useMemo(() => columnsFor(editable ? setOpen : null), [editable]);
  const filters = useMemo<Filter[]>(
    () => [
      {
        id: "role",
        label: "Role",
        kind: "set",
        pinned: true,
        options: roles.map((value) => ({ value, label: roleLabels[value].label })),
      },
      {
        id: "department",
        label: "Department",
        kind: "set",
        pinned: true,
        options: (departments.data?.items ?? []).map((d) => ({ value: d.id, label: d.name })),
      },
    ],
    [departments.data],
  );
  return (
    <>
      <DataTable<MemberRow>
        name="members"
        title="Members"
        path="/api/v1/members"
        columns={columns}
        filters={filters}
        defaultSort="name"
        embedded
      />
      {open && (
        <MemberDrawer
          key={open.id}
          member={open}
          departments={departments.data?.items ?? []}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
