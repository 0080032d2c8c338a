import { options } from "#kernel/labels.ts";
import {
  CheckboxField,
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  QuantityField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { eligibilityCodes, postedStatuses } from "./opportunity.labels.ts";

const codes = Object.entries(eligibilityCodes).toSorted(([a], [b]) => a.localeCompare(b));

/** The fields of an opportunity, for a new one and for a change. */
export function OpportunityFields() {
  return (
    <>
      <FormSection title="Announcement">
        <FormRow>
          <TextField name="number" label="Number" required maxLength={100} />
          <SelectField name="postedStatus" label="Announcement" options={options(postedStatuses)} />
        </FormRow>
        <TextField name="title" label="Title" required maxLength={300} />
        <FormRow>
          <TextField name="agency" label="Grantor" maxLength={200} />
          <TextField name="alns" label="Assistance listings" hint="Such as 93.045." />
        </FormRow>
        <FormRow>
          <DateField name="postedOn" label="Posted" />
          <DateField name="closesOn" label="Closes" />
        </FormRow>
        <TextField name="url" label="Announcement's address" type="url" />
        <TextArea name="summary" label="Summary" rows={6} maxLength={20000} />
      </FormSection>
      <FormSection title="Money">
        <FormRow>
          <MoneyField name="floorCents" label="Award floor" />
          <MoneyField name="ceilingCents" label="Award ceiling" />
        </FormRow>
        <FormRow>
          <MoneyField name="totalCents" label="Program total" />
          <QuantityField name="expectedAwards" label="Awards expected" decimals={0} />
        </FormRow>
        <SelectField
          name="costSharing"
          label="Match required"
          placeholder="The announcement does not say"
          options={[
            { value: "yes", label: "Yes" },
            { value: "no", label: "No" },
          ]}
        />
      </FormSection>
      <FormSection title="Who may apply">
        <div className="grid gap-1 sm:grid-cols-2">
          {codes.map(([code, label]) => (
            <CheckboxField key={code} name={`eligibility.c${code}`} label={label} />
          ))}
        </div>
      </FormSection>
    </>
  );
}
