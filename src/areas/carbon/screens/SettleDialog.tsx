import { counted } from "#kernel/words.ts";
import {
  FormRow,
  RadioGroup,
  QuantityField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import type { YearDetail } from "../year/year.model.ts";

type Values = {
  as: string;
  reason: string;
  activity: string;
  quantity: string;
  unit: string;
};

/** Settles rows of a year: left out or counted besides, with the reason. */
export function SettleDialog({
  year,
  ids,
  onClose,
  onDone,
}: {
  year: YearDetail;
  ids: readonly string[];
  onClose: () => void;
  onDone: () => void;
}) {
  return (
    <PostDialog<Values>
      title={`Settle ${counted(ids.length, "row")}`}
      description="Your name and reason stand beside each. Whoever settles does not review the year."
      path={`/api/v1/carbon-years/${year.id}/actions/settle`}
      submit="Settle"
      values={{ as: "left_out", reason: "", activity: "", quantity: "", unit: "" }}
      nouns={["carbon-years", "carbon-gaps", "carbon-lines"]}
      bodyOf={(given) => ({ ...given, ids })}
      onClose={onClose}
      onDone={onDone}
    >
      <RadioGroup
        name="as"
        label="What becomes of it"
        options={[
          { value: "left_out", label: "Left out", hint: "It is the same, or too small to matter" },
          { value: "counted", label: "Counted besides", hint: "It is something else, by a line" },
          { value: "open", label: "To settle again", hint: "What was said of it is taken back" },
        ]}
      />
      <ReasonField />
      {ids.length === 1 && (
        <>
          <SelectField
            name="activity"
            label="Activity"
            hint="Where it is counted, and by which factor; its own where none is chosen"
            options={year.activities.map(({ key, label }) => ({ value: key, label }))}
          />
          <FormRow>
            <QuantityField name="quantity" label="Quantity" hint="Where its record says none" />
            <TextField name="unit" label="Unit" maxLength={20} />
          </FormRow>
        </>
      )}
    </PostDialog>
  );
}
