import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import {
  DateField,
  FormRow,
  MoneyField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import type { PunchStanding } from "./punch.model.ts";

/** The fields of a punch item: the photo first, as somebody on the site holds a phone. */
export function PunchFields({ contracts }: { contracts: PunchStanding["contracts"] }) {
  return (
    <>
      <FileDrop
        name="photos"
        label="Photo"
        accept="image/*"
        capture="environment"
        most={20}
        hint="Private until a project manager chooses it for publication."
      />
      <TextField
        name="what"
        label="What is to be done"
        hint="Such as: touch up the coating at the hatch frame"
        required
        maxLength={300}
      />
      <FormRow>
        <TextField name="place" label="Place or station" maxLength={120} />
        <DateField name="dueOn" label="Due" />
        <MoneyField
          name="costToComplete"
          label="Cost to complete"
          hint="An estimate: it says what may be withheld"
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
          label="Responsible"
          hint="The contractor, when left empty"
          maxLength={200}
        />
      </FormRow>
      <TextArea name="note" label="Note" rows={2} maxLength={2000} />
    </>
  );
}
