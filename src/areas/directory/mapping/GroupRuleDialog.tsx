import { duties, dutyLabels, type Duty } from "#roles.ts";
import { useController } from "react-hook-form";
import { roleLabels } from "#areas/organization/organization.public.ts";
import { FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";

type Values = { groupName: string; role: string; duties: Duty[]; departmentId: string };

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

const roles = ["user", "manager", "admin"] as const;

/** Writes what a group of a directory gives. */
export function GroupRuleDialog({
  path,
  groups,
  onClose,
}: {
  path: string;
  groups: readonly string[];
  onClose: () => void;
}) {
  const save = useMutationAction<{ status: string }>("directory-mappings");
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
    else notify.done("The rule is in force", "It holds for everybody in the group from now on.");
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
        defaultValues={{ groupName: "", role: "", duties: [], departmentId: "" }}
        submitLabel="Save"
        onCancel={onClose}
        onSubmit={submit}
      >
        <TextField
          name="groupName"
          label="Group"
          required
          hint={
            groups.length > 0
              ? `As the directory calls it, such as ${groups.slice(0, 3).join(", ")}`
              : "As the directory calls it; it may come later"
          }
          maxLength={300}
        />
        <FormRow>
          <SelectField
            name="role"
            label="Role"
            placeholder="None"
            options={roles.map((value) => ({ value, label: roleLabels[value].label }))}
          />
          <SelectField
            name="departmentId"
            label="Department"
            placeholder="None"
            options={(departments.data?.items ?? []).map(({ id, name }) => ({
              value: id,
              label: name,
            }))}
          />
        </FormRow>
        <Duties />
      </Form>
    </Dialog>
  );
}
