import { Combobox } from "#web/kit/form/Combobox.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { DateField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { DepartmentField } from "#areas/organization/organization.ui.tsx";
import { centerForm } from "./center.form.ts";
import type { CenterRow } from "./center.model.ts";

type Props = { of: CenterRow | null; all: readonly CenterRow[]; onClose: () => void };
/** A cost center: a new one (`of` null) or a change. */
export function CenterDialog({ of, onClose }: Props) {
  return (
    <RecordDialog
      form={centerForm}
      {...(of && { record: of })}
      put
      title={of ? `Change ${of.code}` : "Add a cost center"}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="code" label="Code" required maxLength={20} />
        <TextField name="name" label="Name" required maxLength={120} />
      </FormRow>
      <DepartmentField
        name="departmentId"
        label="Department"
        required
        placeholder="Choose a department"
      />
      <Combobox<{ id: string; name: string; email: string }>
        name="ownerId"
        label="Owner"
        path="/api/v1/members"
        query="may=budget.read"
        itemLabel={(m) => m.name}
        itemHint={(m) => m.email}
        currentLabel={of?.owner ?? null}
      />
      <FormRow>
        <DateField name="fromOn" label="From" required />
        <DateField name="toOn" label="To" />
      </FormRow>
    </RecordDialog>
  );
}

/** Puts a center below another one from a day on; what stood before stays for the days before. */
export function ParentDialog({ of, all, onClose }: Props) {
  const save = useMutationAction("cost-centers");
  if (!of) return null;
  return (
    <FormDialog<{ parentId: string; fromOn: string }>
      title={`Move ${of.code}`}
      description="From the day on that you enter; the days before keep what stood then."
      defaultValues={{ parentId: of.parentId ?? "", fromOn: "" }}
      submitLabel="Move it"
      onSubmit={async (values) => {
        await save.mutateAsync({
          method: "PUT",
          path: `/api/v1/cost-centers/${of.id}/parent`,
          body: values,
        });
        onClose();
      }}
      onClose={onClose}
    >
      <SelectField
        name="parentId"
        label="Below"
        options={[
          { value: "", label: "None: at the top" },
          ...all
            .filter((c) => c.id !== of.id)
            .map((c) => ({ value: c.id, label: `${c.code} ${c.name}` })),
        ]}
      />
      <DateField name="fromOn" label="From" required />
    </FormDialog>
  );
}
