import {
  DateField,
  MoneyField,
  QuantityField,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { LineItems, type LineColumn } from "#web/kit/form/LineItems.tsx";
import { FilesField } from "../file/FilesField.tsx";
import { SignatureField } from "../file/SignatureField.tsx";
import type { Column, FormField } from "../form/form.labels.ts";
import { Choices } from "./Choices.tsx";
import { inWords } from "./typed.model.ts";

const yesNo = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];
const mostRadios = 5;

const columnOf = ({ key, label, kind, required, options = [] }: Column): LineColumn => {
  const named = { name: key, label, required };
  if (kind === "choice")
    return {
      ...named,
      kind: "select",
      options: options.map((one) => ({ value: one, label: one })),
    };
  return { ...named, kind: kind === "number" ? "decimal" : kind };
};

function Table({ field, required }: { field: FormField; required: boolean }) {
  return (
    <div className="grid gap-1">
      {field.help && <p className="hint">{field.help}</p>}
      <LineItems
        name={field.key}
        label={required ? field.label : `${field.label} (optional)`}
        min={0}
        blank={() =>
          Object.fromEntries(
            field.columns.map(({ key, kind }) => [key, kind === "money" ? null : ""]),
          )
        }
        columns={field.columns.map(columnOf)}
      />
    </div>
  );
}

/** What a rule worked out: shown, and not typed. */
function Computed({ field, value }: { field: FormField; value: unknown }) {
  return (
    <div className="field">
      <span className="label">{field.label}</span>
      {field.help && <p className="hint">{field.help}</p>}
      <output className="tabular-nums" aria-live="polite" aria-label={field.label}>
        {value === undefined ? "—" : inWords(field, value)}
      </output>
    </div>
  );
}

/** One question, drawn by the kit's field of its kind. */
export function Question({
  field,
  required,
  computed,
}: {
  field: FormField;
  required: boolean;
  computed: unknown;
}) {
  if (field.compute !== null) return <Computed field={field} value={computed} />;
  const props = {
    name: field.key,
    label: field.label,
    required,
    ...(field.help ? { hint: field.help } : {}),
  };
  switch (field.kind) {
    case "longText":
      return <TextArea {...props} rows={5} maxLength={20_000} />;
    case "number":
      return <QuantityField {...props} />;
    case "money":
      return <MoneyField {...props} />;
    case "date":
      return <DateField {...props} />;
    case "yesNo":
      return <RadioGroup {...props} options={yesNo} />;
    case "choice":
      return field.options.length <= mostRadios ? (
        <RadioGroup {...props} options={field.options} />
      ) : (
        <SelectField {...props} options={field.options} />
      );
    case "choices":
      return <Choices {...props} options={field.options} />;
    case "file":
    case "photo":
      return <FilesField {...props} field={field} />;
    case "signature":
      return <SignatureField {...props} />;
    case "table":
      return <Table field={field} required={required} />;
    default:
      return <TextField {...props} maxLength={field.pattern ? 200 : 500} />;
  }
}
