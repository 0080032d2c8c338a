import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { CheckboxField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { LineItems, type LineColumn } from "#web/kit/form/LineItems.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
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
import { fieldValues, signPlaces } from "./layout.labels.ts";
import type { LayoutRow } from "./layout.model.ts";

const choice = (name: string, label: string, labels: Record<string, string>): LineColumn => ({
  name,
  label,
  kind: "select",
  required: true,
  options: Object.entries(labels).map(([value, said]) => ({ value, label: said })),
});
const valueLabels = Object.fromEntries(
  Object.entries(fieldValues).map(([value, { label }]) => [value, label]),
);
const columns: readonly LineColumn[] = [
  choice("record", "Where", records),
  { name: "name", label: "Name", kind: "text", required: true },
  choice("value", "What", valueLabels),
  { name: "text", label: "Constant or letters", kind: "text" },
  { name: "width", label: "Width", kind: "text" },
  choice("stands", "Stands", sides),
  { name: "fill", label: "Filled with", kind: "text" },
  choice("amount", "Amounts", amountStyles),
  choice("sign", "Sign", signPlaces),
  choice("date", "Dates", datePatterns),
];

type Field = Omit<LayoutRow["fields"][number], "width"> & { width: string };
type Values = Omit<LayoutRow, "fields" | "id" | "definitionId" | "versionNo" | "status"> & {
  fields: Field[];
};

const field = (over: Partial<Field>): Field => ({
  record: "line",
  name: "",
  value: "constant",
  text: "",
  width: "0",
  stands: "left",
  fill: " ",
  amount: "point",
  sign: "before",
  date: "YYYY-MM-DD",
  ...over,
});
const first = [
  field({ name: "Date", value: "postedOn" }),
  field({ name: "Fund", value: "fund" }),
  field({ name: "Account", value: "account" }),
  field({ name: "Amount", value: "signed" }),
  field({ name: "Text", value: "what" }),
];

const valuesOf = (of: LayoutRow | null) => ({
  name: of?.name ?? "Journal",
  form: of?.form ?? "delimited",
  separator: of?.separator ?? "comma",
  quoting: of?.quoting ?? "needed",
  lineEnd: of?.lineEnd ?? "crlf",
  characters: of?.characters ?? "ascii",
  headings: of?.headings ?? true,
  fields: of ? of.fields.map((f) => ({ ...f, width: String(f.width) })) : first,
});

const bodyOf = (values: ReturnType<typeof valuesOf>) => ({
  ...values,
  fields: (values.fields as Values["fields"]).map((f) => ({
    ...f,
    width: Number(f.width) || 0,
    fill: f.fill || " ",
  })),
});

/** Drafts a layout, changes its draft, or drafts the next version of one that was published. */
export function LayoutDraft({ of, onClose }: { of: LayoutRow | null; onClose: () => void }) {
  const navigate = useNavigate();
  const isDraft = of?.status === "draft";
  const title = isDraft ? "Change the draft" : of ? "Draft the next version" : "Draft a layout";
  const next = of ? `?nextVersionOf=${of.definitionId}` : "";
  return (
    <PostDialog
      title={title}
      description="A width of 0 takes as many characters as the value has. Texts are cut to their width; amounts and codes never are."
      path={isDraft ? `/api/v1/fms-layouts/${of.id}` : `/api/v1/fms-layouts${next}`}
      method={isDraft ? "PATCH" : "POST"}
      {...(isDraft ? { version: of.version } : {})}
      submit="Save draft"
      values={valuesOf(of)}
      bodyOf={bodyOf}
      nouns={["fms-layouts"]}
      onClose={onClose}
      onDone={({ id }) => void navigate(pathTo("fmsLayout", { id }))}
    >
      <TextField name="name" label="Name" required maxLength={120} />
      <SelectField name="form" label="Form" required options={options(layoutForms)} />
      <SelectField name="separator" label="Separator" required options={options(separators)} />
      <SelectField name="quoting" label="Quotes" required options={options(quotings)} />
      <SelectField name="lineEnd" label="End of a line" required options={options(lineEnds)} />
      <SelectField name="characters" label="Characters" required options={options(characterSets)} />
      <CheckboxField name="headings" label="The first line names the fields" />
      <LineItems name="fields" label="Fields" blank={() => field({})} min={1} columns={columns} />
    </PostDialog>
  );
}
