import type { ReactNode } from "react";
import { useController, type DefaultValues, type FieldValues } from "react-hook-form";
import { duties, dutyLabels, type Duty } from "#roles.ts";
import { FormRow, SelectField } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { DepartmentField } from "../department/DepartmentField.tsx";
import { roleLabels } from "../member/member.labels.ts";
import { mappedRoles } from "./rule.labels.ts";

type GivesValues = { role: string; duties: Duty[]; departmentId: string };

function Duties() {
  const { field } = useController<GivesValues, "duties">({ name: "duties" });
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

function GivesFields() {
  return (
    <>
      <FormRow>
        <SelectField
          name="role"
          label="Role"
          placeholder="None"
          options={mappedRoles.map((value) => ({ value, label: roleLabels[value].label }))}
        />
        <DepartmentField name="departmentId" label="Department" placeholder="None" />
      </FormRow>
      <Duties />
    </>
  );
}

/** Writes a rule of what a group gives. `children` are the fields that say which group. */
export function RuleDialog<T extends FieldValues>({
  path,
  noun,
  group,
  inForce,
  children,
  onClose,
}: {
  path: string;
  /** What is read anew afterwards. */
  noun: string;
  group: T;
  /** What a rule does that holds at once. */
  inForce: string;
  children: ReactNode;
  onClose: () => void;
}) {
  const save = useMutationAction<{ status: string }>(noun);
  const submit = async ({ role, departmentId, ...values }: T & GivesValues) => {
    const { status } = await save.mutateAsync({
      path,
      body: { ...values, role: role || null, departmentId: departmentId || null },
    });
    if (status === "waiting")
      notify.info("It waits", "Another administrator confirms what gives so much.");
    else notify.done("The rule is in force", inForce);
    onClose();
  };
  return (
    <FormDialog<T & GivesValues>
      title="What a group gives"
      description="A rule that gives money, award or bid powers, or those over people, waits for a second administrator."
      defaultValues={
        { ...group, role: "", duties: [], departmentId: "" } as DefaultValues<T & GivesValues>
      }
      submitLabel="Save"
      onSubmit={submit}
      onClose={onClose}
    >
      {children}
      <GivesFields />
    </FormDialog>
  );
}
