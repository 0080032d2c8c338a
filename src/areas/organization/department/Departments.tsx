import { Plus } from "lucide-react";
import { useState } from "react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import type { DepartmentRow } from "./department.model.ts";

const DepartmentDialog = dialogOnDemand(
  async () => (await import("./DepartmentDialog.tsx")).DepartmentDialog,
);

/** The agency's departments: code, name, what each is part of, how many people. */
export function Departments() {
  const { can } = useAuth();
  const editable = can("department.edit");
  const list = useGet<{ items: DepartmentRow[] }>("departments", "/api/v1/departments");
  const [open, setOpen] = useState<DepartmentRow | "new" | null>(null);
  const items = list.data?.items ?? [];
  const nameOf = (id: string | null) => items.find((d) => d.id === id)?.name ?? null;
  return (
    <div className="grid gap-4">
      {editable && (
        <div className="flex justify-end">
          <button type="button" className="btn" onClick={() => setOpen("new")}>
            <Plus aria-hidden="true" />
            Add department
          </button>
        </div>
      )}
      {list.isPending && <TableSkeleton columns={4} />}
      {list.isError && (
        <ErrorPanel error={list.error} what="Departments" onRetry={() => void list.refetch()} />
      )}
      {list.data && items.length === 0 && (
        <EmptyState kind="first-use" title="No departments yet">
          Departments carry budgets and approvals. Add the first one.
        </EmptyState>
      )}
      {items.length > 0 && (
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Departments">
          <table className="ledger w-full">
            <caption className="visually-hidden">Departments</caption>
            <thead>
              <tr>
                <th scope="col">Code</th>
                <th scope="col">Name</th>
                <th scope="col">Part of</th>
                <th scope="col" className="num">
                  People
                </th>
                <th scope="col">Status</th>
              </tr>
            </thead>
            <tbody>
              {items.map((d) => (
                <tr key={d.id}>
                  <td>
                    <span className="mono">{d.code}</span>
                  </td>
                  <td>
                    {editable ? (
                      <button
                        type="button"
                        className="font-medium text-link"
                        onClick={() => setOpen(d)}
                      >
                        {d.name}
                      </button>
                    ) : (
                      d.name
                    )}
                  </td>
                  <td>
                    {nameOf(d.parentId) ?? (
                      <span className="text-t3" aria-label="none">
                        —
                      </span>
                    )}
                  </td>
                  <td className="num">{d.members}</td>
                  <td>
                    <Badge
                      tone={d.active ? "success" : "neutral"}
                      label={d.active ? "In use" : "Switched off"}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {open && (
        <DepartmentDialog
          key={open === "new" ? "new" : open.id}
          department={open === "new" ? null : open}
          all={items}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}
