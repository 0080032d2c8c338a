import { options } from "#kernel/labels.ts";
import { DateField, FormRow, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { paperKinds } from "./paper.labels.ts";
import type { CloseoutStanding } from "./paper.model.ts";

/** The fields of a closeout paper. */
export function PaperFields({ contracts }: { contracts: CloseoutStanding["contracts"] }) {
  return (
    <>
      <FormRow>
        <SelectField name="kind" label="Kind" required options={options(paperKinds)} />
        <TextField
          name="title"
          label="Paper"
          hint="Such as: as-built drawings of the force main"
          required
          maxLength={200}
        />
      </FormRow>
      <FormRow>
        <SelectField
          name="contractId"
          label="Contract"
          placeholder="No contract of this project"
          options={contracts.map(({ id, number, vendor }) => ({
            value: id,
            label: `${number}, ${vendor}`,
          }))}
        />
        <TextField
          name="party"
          label="From whom"
          hint="The contractor, when left empty; or its subcontractor"
          maxLength={200}
        />
        <DateField name="dueOn" label="Due" />
      </FormRow>
      <TextArea name="note" label="Note" rows={2} maxLength={2000} />
    </>
  );
}
