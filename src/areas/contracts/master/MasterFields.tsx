import { options } from "#kernel/labels.ts";
import {
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { contractKinds, priceTypes } from "../contract/contract.labels.ts";

/** The fields of a contract with lots; `ofAward`: with what the lots of an award have in common. */
export function MasterFields({ ofAward = false }: { ofAward?: boolean }) {
  return (
    <FormSection title="Over all lots">
      <TextField name="title" label="What it is for" required maxLength={200} />
      <MoneyField
        name="ceiling"
        label="Ceiling over all lots"
        required
        hint="What orders under all lots may come to together; each lot has its own ceiling besides"
      />
      {ofAward && (
        <>
          <FormRow>
            <SelectField name="kind" label="Kind" required options={options(contractKinds)} />
            <SelectField name="priceType" label="Price" required options={options(priceTypes)} />
          </FormRow>
          <FormRow>
            <DateField name="startsOn" label="Begins" required />
            <DateField name="endsOn" label="Ends" required />
          </FormRow>
        </>
      )}
    </FormSection>
  );
}
