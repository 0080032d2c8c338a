import { api } from "#web/kit/api.ts";
import { CheckboxField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { departmentForm } from "./department.form.ts";
import type { DepartmentRow } from "./department.model.ts";

const asNow = async ({ id }: { id: string }) =>
  (await api<{ items: DepartmentRow[] }>("/api/v1/departments")).items.find((d) => d.id === id) ??
  null;

/** A department: a new one (`department` null) or a change. */
export function DepartmentDialog({
  department,
  all,
  onClose,
}: {
  department: DepartmentRow | null;
  all: readonly DepartmentRow[];
  onClose: () => void;
}) {
  return (
    <RecordDialog
      form={departmentForm}
      record={department}
      newest={asNow}
      title={department ? department.name : "Add a department"}
      submitLabel={department ? "Save department" : "Add department"}
      onClose={onClose}
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
    </RecordDialog>
  );
}
