import { options } from "#kernel/labels.ts";
import {
  DateField,
  FormRow,
  QuantityField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { qualities } from "../year/year.labels.ts";
import type { YearDetail } from "../year/year.model.ts";

type Values = {
  activity: string;
  title: string;
  onDay: string;
  quantity: string;
  unit: string;
  quality: string;
  note: string;
};

/** Adds an activity that no record of ours knows. */
export function LineDialog({ year, onClose }: { year: YearDetail; onClose: () => void }) {
  return (
    <PostDialog<Values>
      title="Add a line"
      description="It is computed by the factor of its activity that holds on its day."
      path={`/api/v1/carbon-years/${year.id}/lines`}
      submit="Add it"
      values={{
        ...{ activity: "", title: "", onDay: "", quantity: "", unit: "" },
        ...{ quality: "measured", note: "" },
      }}
      nouns={["carbon-years", "carbon-lines"]}
      onClose={onClose}
    >
      <FormRow>
        <SelectField
          name="activity"
          label="Activity"
          required
          options={year.activities.map(({ key, label }) => ({ value: key, label }))}
        />
        <DateField
          name="onDay"
          label="Day"
          required
          min={`${year.year}-01-01`}
          max={`${year.year}-12-31`}
        />
      </FormRow>
      <TextField name="title" label="What" required maxLength={200} />
      <FormRow>
        <QuantityField name="quantity" label="Quantity" required />
        <TextField name="unit" label="Unit" required maxLength={20} hint="gal, therm, kWh, mi" />
      </FormRow>
      <SelectField name="quality" label="How it is known" required options={options(qualities)} />
      <TextArea name="note" label="Note" rows={2} maxLength={1000} />
    </PostDialog>
  );
}
