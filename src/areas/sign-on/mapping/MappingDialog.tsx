import { useController } from "react-hook-form";
import { duties, dutyLabels, type Duty } from "#roles.ts";
import { roleLabels } from "#areas/organization/organization.public.ts";
import { FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";

type Values = { claim: string; value: string; role: string; duties: Duty[]; departmentId: string };

function Duties() {
  const { field } = useController<Values, "duties">({ name: "duties" });
  const toggle = (duty: Duty, on: boolean) =>
    field.onChange(on ? [...field.value, duty] : field.value.filter((each) => each !== duty));
  return (
    <fieldset className="field">
      <legend>Duties</legend>
      <div className="grid sm:grid-cols-2 sm:gap-x-6">
        {duties.map((duty) => (
          <label key={duty} className="check">
            <input
              type="checkbox"
              checked={field.value.includes(duty)}
              onChange={(event) => toggle(duty, event.target.checked)}
            />
            <span>{dutyLabels[duty].label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Writes what a group or claim gives. */
export function MappingDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const save = useMutationAction<{ status: string }>("sign-in-mappings", "sign-in-providers");
  const departments = useGet<{ items: { id: string; name: string }[] }>(
    "departments",
    "/api/v1/departments",
  );
  const submit = async ({ role, departmentId, ...values }: Values) => {
    const { status } = await save.mutateAsync({
      path,
      body: { ...values, role: role || null, departmentId: departmentId || null },
    });
    if (status === "waiting")
      notify.info("It waits", "Another administrator confirms what gives so much.");
    else notify.done("The rule is in force", "It is applied when somebody comes in.");
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="What a group gives"
      description="A rule that gives money, award or bid powers, or those over people, waits for a second administrator."
    >
      <Form<Values>
        formKey={null}
        defaultValues={{ claim: "groups", value: "", role: "", duties: [], departmentId: "" }}
        submitLabel="Save"
        onCancel={onClose}
        onSubmit={submit}
      >
        <FormRow>
          <TextField name="claim" label="Claim" required />
          <TextField name="value" label="Value" hint="As the provider sends it." required />
        </FormRow>
        <FormRow>
          <SelectField
            name="role"
            label="Role"
            options={[
              { value: "", label: "None" },
              ...(["user", "manager", "admin"] as const).map((value) => ({
                value,
                label: roleLabels[value].label,
              })),
            ]}
          />
          <SelectField
            name="departmentId"
            label="Department"
            options={[
              { value: "", label: "None" },
              ...(departments.data?.items ?? []).map(({ id, name }) => ({
                value: id,
                label: name,
              })),
            ]}
          />
        </FormRow>
        <Duties />
      </Form>
    </Dialog>
  );
}
