import {
  amountStyles,
  characterSets,
  datePatterns,
  layoutForms,
  lineEnds,
  quotings,
  records,
  separators,
  sides,
} from "#kernel/file-layout.ts";
import { options } from "#kernel/labels.ts";
import { FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { LineItems, type LineColumn } from "#web/kit/form/LineItems.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { PositiveLayoutRow } from "./layout.model.ts";
import { positiveValues } from "./positive.labels.ts";

const choice = (name: string, label: string, labels: Record<string, string>): LineColumn => ({
  ...{ name, label, kind: "select", required: true },
  options: Object.entries(labels).map(([value, said]) => ({ value, label: said })),
});
const valueLabels = Object.fromEntries(
  Object.entries(positiveValues).map(([value, { label }]) => [value, label]),
);
const columns: readonly LineColumn[] = [
  choice("record", "Where", records),
  { name: "name", label: "Name", kind: "text", required: true },
  choice("value", "What", valueLabels),
  { name: "text", label: "Constant or marks", kind: "text" },
  { name: "width", label: "Width", kind: "text" },
  { name: "most", label: "Cut at", kind: "text" },
  choice("stands", "Stands", sides),
  { name: "fill", label: "Filled with", kind: "text" },
  choice("amount", "Amounts", amountStyles),
  choice("date", "Dates", datePatterns),
];

type Field = Omit<PositiveLayoutRow["fields"][number], "width" | "most"> & {
  width: string;
  most: string;
};
const field = (over: Partial<Field>): Field => ({
  ...{ record: "line", name: "", value: "constant", text: "", width: "0", most: "0" },
  ...{ stands: "left", fill: " ", amount: "point", date: "MMDDYYYY" },
  ...over,
});
const first = [
  field({ name: "Mark", value: "mark", text: "I/V" }),
  field({ name: "Account", value: "account" }),
  field({ name: "Check", value: "check" }),
  field({ name: "Issued", value: "issuedOn" }),
  field({ name: "Amount", value: "amount" }),
  field({ name: "Payee", value: "payee", most: "40" }),
];

const valuesOf = (of: PositiveLayoutRow | null) => ({
  name: of?.name ?? "",
  form: of?.form ?? "delimited",
  separator: of?.separator ?? "comma",
  quoting: of?.quoting ?? "never",
  lineEnd: of?.lineEnd ?? "crlf",
  characters: of?.characters ?? "ascii",
  fields: of
    ? of.fields.map((f) => ({ ...f, width: String(f.width), most: String(f.most) }))
    : first,
});

const bodyOf = (values: ReturnType<typeof valuesOf>) => ({
  ...values,
  fields: (values.fields as Field[]).map((f) => ({
    ...f,
    ...{ width: Number(f.width) || 0, most: Number(f.most) || 0, fill: f.fill || " " },
  })),
});

/** Drafts a layout, changes its draft, or drafts the next version of one that was published. */
export function LayoutDialog({
  of,
  onClose,
  onDone,
}: {
  of: PositiveLayoutRow | null;
  onClose: () => void;
  onDone: (made: { id: string }) => void;
}) {
  const draft = of?.status === "draft";
  const path = "/api/v1/positive-layouts";
  return (
    <PostDialog
      title={draft ? "Change the draft" : of ? "Draft the next version" : "New layout"}
      description="As the bank publishes it. Numbers and amounts are never cut; payees are."
      path={draft ? `${path}/${of.id}` : of ? `${path}?nextVersionOf=${of.definitionId}` : path}
      method={draft ? "PATCH" : "POST"}
      {...(draft ? { version: of.version } : {})}
      submit="Save the draft"
      values={valuesOf(of)}
      bodyOf={bodyOf}
      nouns={["positive-layouts", "positive-pay-standing"]}
      onClose={onClose}
      onDone={onDone}
    >
      <FormRow>
        <TextField name="name" label="Layout" required maxLength={120} />
        <SelectField name="form" label="Form" required options={options(layoutForms)} />
      </FormRow>
      <FormRow>
        <SelectField name="separator" label="Separator" required options={options(separators)} />
        <SelectField name="quoting" label="Quotes" required options={options(quotings)} />
      </FormRow>
      <FormRow>
        <SelectField name="lineEnd" label="End of a line" required options={options(lineEnds)} />
        <SelectField
          name="characters"
          label="Characters"
          required
          options={options(characterSets)}
        />
      </FormRow>
      <LineItems name="fields" label="Fields" blank={() => field({})} min={1} columns={columns} />
    </PostDialog>
  );
}
