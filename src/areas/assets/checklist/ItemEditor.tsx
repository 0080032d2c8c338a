import { Plus, Trash2 } from "lucide-react";
import { useFieldArray, useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import {
  CheckboxField,
  FormRow,
  QuantityField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { blankItem } from "./checklistForm.ts";
import { itemKinds } from "./checklist.labels.ts";

const priorities = [
  { value: "", label: "No work order" },
  { value: "urgent", label: "Urgent" },
  { value: "high", label: "High" },
  { value: "normal", label: "Normal" },
  { value: "low", label: "Low" },
];
const canFail = (kind: string) => kind === "check" || kind === "number" || kind === "choice";

function Failing({ name }: { name: string }) {
  return (
    <>
      <SelectField
        name={`${name}.workOrder`}
        label="When it fails: work order"
        options={priorities}
      />
      <CheckboxField name={`${name}.takeOut`} label="When it fails: asset out of service" />
      <CheckboxField name={`${name}.photo`} label="When it fails: photo demanded" />
    </>
  );
}

function ItemFields({ name }: { name: string }) {
  const kind = useWatch({ name: `${name}.kind` }) as string;
  return (
    <>
      <FormRow>
        <TextField name={`${name}.section`} label="Section" maxLength={120} />
        <SelectField name={`${name}.kind`} label="Answer" options={options(itemKinds)} />
      </FormRow>
      <TextField name={`${name}.label`} label="What is looked at" required maxLength={300} />
      <TextField name={`${name}.help`} label="Help" maxLength={500} />
      {kind === "number" && (
        <FormRow>
          <QuantityField name={`${name}.least`} label="At least" />
          <QuantityField name={`${name}.most`} label="At most" />
          <TextField name={`${name}.unit`} label="Unit" maxLength={30} />
        </FormRow>
      )}
      {kind === "choice" && (
        <FormRow>
          <TextField name={`${name}.options`} label="Choices, by semicolons" required />
          <TextField name={`${name}.failing`} label="Those that fail" />
        </FormRow>
      )}
      <CheckboxField name={`${name}.required`} label="Must be answered" />
      {canFail(kind) && <Failing name={name} />}
    </>
  );
}

/** Items of a checklist, one below the other. */
export function ItemEditor() {
  const { fields, append, remove } = useFieldArray({ name: "items" });
  return (
    <div className="grid gap-4">
      {fields.map((field, at) => (
        <fieldset key={field.id} className="panel">
          <legend className="visually-hidden">Item {at + 1}</legend>
          <div className="panel-body grid gap-3">
            <div className="flex items-center">
              <strong aria-hidden="true">Item {at + 1}</strong>
              <button
                type="button"
                className="btn btn-quiet btn-icon btn-small ml-auto"
                aria-label={`Take item ${at + 1} away`}
                onClick={() => remove(at)}
              >
                <Trash2 aria-hidden="true" />
              </button>
            </div>
            <ItemFields name={`items.${at}`} />
          </div>
        </fieldset>
      ))}
      <button
        type="button"
        className="btn justify-self-start"
        onClick={() => append({ ...blankItem })}
      >
        <Plus aria-hidden="true" />
        Add an item
      </button>
    </div>
  );
}
