import { api } from "#web/kit/api.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpenedRow } from "#web/kit/form/opened.ts";
import { CheckboxField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { DepartmentRow } from "./department.model.ts";

type Fields = { code: string; name: string; parentId: string; active: boolean };
const fieldsOf = (d: DepartmentRow | null): Fields => ({
  code: d?.code ?? "",
  name: d?.name ?? "",
  parentId: d?.parentId ?? "",
  active: d?.active ?? true,
});

/** A department: a new one (`department` null) or a change. */
export function DepartmentDialog({
  department: row,
  all,
  onClose,
}: {
  department: DepartmentRow | null;
  all: readonly DepartmentRow[];
  onClose: () => void;
}) {
  const change = useMutationAction("departments");
  const opened = useOpenedRow(
    row,
    async ({ id }) =>
      (await api<{ items: DepartmentRow[] }>("/api/v1/departments")).items.find(
        (d) => d.id === id,
      ) ?? null,
  );
  const department = opened.record;
  const save = async ({ active, ...values }: Fields) => {
    const body = { ...values, parentId: values.parentId || null };
    if (department)
      await change.mutateAsync({
        method: "PATCH",
        path: `/api/v1/departments/${department.id}`,
        version: department.version,
        body: { ...body, active },
      });
    else await change.mutateAsync({ path: "/api/v1/departments", body });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={department ? department.name : "Add a department"}
    >
      <Form<Fields>
        formKey={null}
        defaultValues={fieldsOf(department)}
        conflict={opened.conflictOf(fieldsOf)}
        submitLabel={department ? "Save department" : "Add department"}
        onCancel={onClose}
        onSubmit={save}
      >
        <FormRow>
          <TextField
            name="code"
            label="Code"
            hint="In account strings: RDB"
            maxLength={12}
            required
          />
          <TextField name="name" label="Name" required />
        </FormRow>
        <SelectField
          name="parentId"
          label="Part of"
          placeholder="No other department"
          options={all
            .filter((d) => d.id !== department?.id && d.active)
            .map((d) => ({ value: d.id, label: d.name }))}
        />
        {department && (
          <CheckboxField
            name="active"
            label="In use"
            hint="Switched off, it is no longer offered; records keep it."
          />
        )}
      </Form>
    </Dialog>
  );
}
