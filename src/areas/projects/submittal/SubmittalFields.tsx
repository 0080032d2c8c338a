import { options } from "#kernel/labels.ts";
import {
  DateField,
  FormRow,
  FormSection,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { submittalKinds } from "./submittal.labels.ts";
import type { ProjectSubmittals } from "./submittal.model.ts";

/** What is submitted, whoever lists it. */
export function ListedFields() {
  return (
    <>
      <TextField name="title" label="Subject" required maxLength={200} />
      <FormRow>
        <TextField
          name="section"
          label="Specification section"
          hint="Such as 03 20 00"
          required
          maxLength={60}
        />
        <SelectField name="kind" label="Kind" required options={options(submittalKinds)} />
      </FormRow>
      <TextArea name="description" label="What it shows" rows={3} maxLength={5000} />
    </>
  );
}

/** The fields of a submittal that the agency lists. */
export function SubmittalFields({ contracts }: { contracts: ProjectSubmittals["contracts"] }) {
  return (
    <>
      <SelectField
        name="contractId"
        label="Contract"
        hint="Its contractor submits it"
        required
        options={contracts.map((c) => ({ value: c.id, label: `${c.number} ${c.title}` }))}
      />
      <ListedFields />
      <FormSection title="Days">
        <FormRow>
          <DateField name="neededOn" label="Needed on site" />
          <TextField name="leadDays" label="Days to make and deliver it" />
          <TextField name="reviewDays" label="Business days for the review" required />
        </FormRow>
        <p className="text-12 text-t3">
          It is to be submitted by the day it is needed, less both; so is its review due.
        </p>
      </FormSection>
    </>
  );
}
