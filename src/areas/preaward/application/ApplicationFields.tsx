import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { DateField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import {
  applicationKinds,
  neededForms,
  type ApplicationKind,
} from "../federal-form/federal-form.ts";
import { applicationTypes } from "./application.labels.ts";
import type { ApplicationValues } from "./application.form.ts";

/** The head of an application, for a new one and for a change. */
export function ApplicationFields() {
  const [type, kind] = useWatch<ApplicationValues, ["applicationType", "kind"]>({
    name: ["applicationType", "kind"],
  });
  return (
    <>
      <TextField name="title" label="Project" required maxLength={200} />
      <FormRow>
        <TextField name="opportunityNumber" label="Opportunity" required maxLength={40} />
        <TextField name="grantor" label="Federal agency" required maxLength={60} />
      </FormRow>
      <FormRow>
        <TextField name="aln" label="Assistance listing" hint="Such as 93.045." />
        <SelectField
          name="applicationType"
          label="Type"
          required
          options={options(applicationTypes)}
        />
      </FormRow>
      <SelectField
        name="kind"
        label="Kind"
        required
        options={options(applicationKinds)}
        hint={`Its forms: ${neededForms[kind as ApplicationKind]?.join(", ")}.`}
      />
      {type !== "new" && (
        <TextField
          name="awardNumber"
          label="Award"
          required
          hint="The award that it continues or revises."
          maxLength={25}
        />
      )}
      <FormRow>
        <DateField name="startsOn" label="Starts" required />
        <DateField name="endsOn" label="Ends" required />
        <DateField name="dueOn" label="Due" />
      </FormRow>
    </>
  );
}
