import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import {
  CheckboxField,
  FormRow,
  PercentField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import type { EvaluationDetail } from "../evaluation/evaluation.model.ts";

type Values = {
  name: string;
  minVendors: string;
  maxVendors: string;
  maxVendorsPerLot: string;
  minSharePercent: string;
  goalPercent: string;
  preferencePercent: string;
  capacity: boolean;
};
const whole = (text: string): number | null => (text.trim() === "" ? null : Number(text));
const perLot = [
  { value: "1", label: "One vendor for each lot" },
  { value: "2", label: "Up to two share a lot" },
  { value: "3", label: "Up to three share a lot" },
];

/** Rules of a scenario: whatever is left empty does not bind. */
export function ScenarioForm({
  onClose,
  onSubmit,
}: {
  e: EvaluationDetail;
  onClose: () => void;
  onSubmit: (name: string, rules: object) => Promise<void>;
}) {
  const send = (v: Values) =>
    onSubmit(v.name, {
      minVendors: whole(v.minVendors),
      maxVendors: whole(v.maxVendors),
      maxVendorsPerLot: Number(v.maxVendorsPerLot),
      minSharePercent: whole(v.minSharePercent) ?? 20,
      goalPercent: v.goalPercent.trim() || null,
      preferencePercent: v.preferencePercent.trim() || null,
      capacity: v.capacity,
    });
  return (
    <FormDialog<Values>
      title="The optimum under rules"
      description="It is worked out in the background; the tray shows the best award so far and how far it can be from the optimum."
      defaultValues={{
        name: "With rules",
        minVendors: "",
        maxVendors: "",
        maxVendorsPerLot: "1",
        minSharePercent: "20",
        goalPercent: "",
        preferencePercent: "",
        capacity: true,
      }}
      submitLabel="Work it out"
      onSubmit={send}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required maxLength={120} />
      <FormRow>
        <TextField name="minVendors" label="Fewest vendors" />
        <TextField name="maxVendors" label="Most vendors" />
      </FormRow>
      <FormRow>
        <SelectField name="maxVendorsPerLot" label="Sharing" options={perLot} />
        <TextField name="minSharePercent" label="Least share of a lot, %" />
      </FormRow>
      <FormRow>
        <PercentField
          name="goalPercent"
          label="Goal share"
          hint="Of the money paid, to vendors that count toward the goal."
        />
        <PercentField
          name="preferencePercent"
          label="Local preference"
          hint="Added to the price of vendors without it. Empty: as it was published."
        />
      </FormRow>
      <CheckboxField name="capacity" label="Keep to what each vendor says it can deliver" />
    </FormDialog>
  );
}
