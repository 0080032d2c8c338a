import { controlSeverities } from "#kernel/control.ts";
import { options } from "#kernel/labels.ts";
import { dutyLabels } from "#roles.ts";
import { FormRow, QuantityField, SelectField } from "#web/kit/form/fields.tsx";

/** How much a control weighs, who answers and within how many days: of shipped ones and of one's own. */
export function ControlWeights({ modes }: { modes: readonly { value: string; label: string }[] }) {
  return (
    <>
      <FormRow>
        <SelectField name="mode" label="It does" options={modes} required />
        <SelectField
          name="severity"
          label="Severity"
          options={options(controlSeverities)}
          required
        />
      </FormRow>
      <FormRow>
        <QuantityField name="days" label="Business days to answer" required />
        <SelectField
          name="ownerDuty"
          label="Who answers where nobody owns the record"
          options={options(dutyLabels)}
          required
        />
      </FormRow>
    </>
  );
}
