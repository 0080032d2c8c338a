import { Plus } from "lucide-react";
import { useState } from "react";
import { useAuth } from "../../../web/auth/AuthProvider.tsx";
import { Form } from "../../../web/kit/form/Form.tsx";
import { CheckboxField, FormRow, SelectField, TextField } from "../../../web/kit/form/fields.tsx";
import { Dialog } from "../../../web/kit/overlays.tsx";
import { useGet, useMutationAction } from "../../../web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "../../../web/kit/states.tsx";
import { Badge } from "../../../web/kit/StatusBadge.tsx";
import type { DepartmentRow } from "./department.model.ts";

type Fields = { code: string; name: string; parentId: string; active: boolean };

function DepartmentDialog({ department, all, onClose }: { department: DepartmentRow | null; all: readonly DepartmentRow[]; onClose: () => void }) {
  const change = useMutationAction("departments");
  const save = async ({ active, ...values }: Fields) => {
    const body = { ...values, parentId: values.parentId || null };
    if (department) await change.mutateAsync({ method: "PATCH", path: `/api/v1/departments/${department.id}`, version: department.version, body: { ...body, active } });
    else await change.mutateAsync({ path: "/api/v1/departments", body });
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => { if (!open) onClose(); }} title={department ? department.name : "Add a department"}>
      <Form<Fields> formKey={null} defaultValues={{ code: department?.code ?? "", name: department?.name ?? "", parentId: department?.parentId ?? "", active: department?.active ?? true }} submitLabel={department ? "Save department" : "Add department"} onCancel={onClose} onSubmit={save}>
        <FormRow><TextField name="code" label="Code" hint="In account strings: RDB" maxLength={12} required /><TextField name="name" label="Name" required /></FormRow>
        <SelectField name="parentId" label="Part of" placeholder="No other department" options={all.filter((d) => d.id !== department?.id && d.active).map((d) => ({ value: d.id, label: d.name }))} />
        {department && <CheckboxField name="active" label="In use" hint="Switched off, it is no longer offered; records keep it." />}
      </Form>
    </Dialog>
  );
}

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
      {editable && <div className="flex justify-end"><button type="button" className="btn" onClick={() => setOpen("new")}><Plus aria-hidden="true" />Add department</button></div>}
      {list.isPending && <TableSkeleton columns={4} />}
      {list.isError && <ErrorPanel error={list.error} what="Departments" onRetry={() => void list.refetch()} />}
      {list.data && items.length === 0 && <EmptyState kind="first-use" title="No departments yet">Departments carry budgets and approvals. Add the first one.</EmptyState>}
      {items.length > 0 && (
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Departments">
          <table className="ledger w-full"><caption className="visually-hidden">Departments</caption>
            <thead><tr><th scope="col">Code</th><th scope="col">Name</th><th scope="col">Part of</th><th scope="col" className="num">People</th><th scope="col">Status</th></tr></thead>
            <tbody>{items.map((d) => (
              <tr key={d.id}><td><span className="mono">{d.code}</span></td>
                <td>{editable ? <button type="button" className="font-medium text-link hover:underline" onClick={() => setOpen(d)}>{d.name}</button> : d.name}</td>
                <td>{nameOf(d.parentId) ?? <span className="text-t3" aria-label="none">—</span>}</td><td className="num">{d.members}</td><td><Badge tone={d.active ? "success" : "neutral"} label={d.active ? "In use" : "Switched off"} /></td></tr>
            ))}</tbody>
          </table>
        </div>
      )}
      {open && <DepartmentDialog key={open === "new" ? "new" : open.id} department={open === "new" ? null : open} all={items} onClose={() => setOpen(null)} />}
    </div>
  );
}
