import { useFormContext, useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { DateField, FormRow, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import {
  directions,
  measureLabels,
  measures,
  periods,
  type MeasureName,
} from "../../quality/measures.labels.ts";
import { objectiveForm } from "../../quality/objective.form.ts";
import type { ObjectiveDetail } from "../../quality/objective.model.ts";
import { MemberField } from "../MemberField.tsx";

function Rule() {
  const { control } = useFormContext();
  const measure = useWatch({ control, name: "measure" }) as MeasureName | "";
  if (!measure) return null;
  const { rule, unit } = measures[measure];
  return (
    <p className="text-13 text-t2">
      {rule} The target is in {unit}.
    </p>
  );
}

/** A quality objective: a new one (`of` null) or a change. */
export function ObjectiveDialog({
  of,
  onClose,
  onDone,
}: {
  of: ObjectiveDetail | null;
  onClose: () => void;
  onDone?: (id: string) => void;
}) {
  return (
    <RecordDialog
      form={objectiveForm}
      large
      {...(of && { record: of })}
      title={of ? `Change ${of.number}` : "Set an objective"}
      nouns={["quality-objectives", "quality"]}
      onClose={onClose}
      onDone={(id) => onDone?.(id)}
    >
      <TextField name="name" label="What is to be reached" required maxLength={200} />
      <SelectField name="measure" label="Measure" required options={options(measureLabels)} />
      <Rule />
      <FormRow>
        <SelectField name="direction" label="Direction" required options={options(directions)} />
        <TextField name="target" label="Target" required maxLength={9} />
        <SelectField name="period" label="A value for each" required options={options(periods)} />
      </FormRow>
      <FormRow>
        <DateField name="baseFrom" label="Base from" required />
        <DateField name="baseTo" label="Base to" required />
      </FormRow>
      <p className="text-13 text-t2">
        The limits are counted from the values of the base: choose a time in which work went as it
        usually does.
      </p>
      <MemberField name="ownerId" label="Owner" current={of?.ownerName ?? null} />
      <TextArea name="note" label="Note" rows={2} maxLength={2000} />
    </RecordDialog>
  );
}
