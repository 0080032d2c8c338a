import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { FormSection, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { LineItems, type LineColumn } from "#web/kit/form/LineItems.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { itemKinds, type ChecklistItem } from "./checklist.labels.ts";
import type { ChecklistRow } from "./checklist.model.ts";

const path = "/api/v1/inspection-checklists";

const blankItem = {
  key: "",
  section: "",
  label: "",
  help: "",
  kind: "check",
  required: "yes",
  unit: "",
  least: "",
  most: "",
  options: "",
  failing: "",
  workOrder: "normal",
  takeOut: "no",
  photo: "no",
};
type ItemForm = typeof blankItem;
const blank = { name: "", about: "", citation: "", certificates: "", items: [{ ...blankItem }] };
type ChecklistForm = typeof blank;

const text = (value: number | null) => (value === null ? "" : String(value));
const words = (value: string) =>
  value
    .split(";")
    .map((one) => one.trim())
    .filter(Boolean);

const formOf = (list: ChecklistRow): ChecklistForm => ({
  name: list.name,
  about: list.about,
  citation: list.citation,
  certificates: list.certificates.join("; "),
  items: list.items.map((one) => ({
    key: one.key,
    section: one.section,
    label: one.label,
    help: one.help,
    kind: one.kind,
    required: one.required ? "yes" : "no",
    unit: one.unit,
    least: text(one.least),
    most: text(one.most),
    options: one.options.join("; "),
    failing: one.failing.join("; "),
    workOrder: one.onFail.workOrder ?? "",
    takeOut: one.onFail.takeOut ? "yes" : "no",
    photo: one.onFail.photo ? "yes" : "no",
  })),
});

// An item that is new gets a key of its own; one that was there keeps it, so that answers compare.
const keyFor = (one: ItemForm, taken: ReadonlySet<string>): string => {
  if (one.key) return one.key;
  for (let n = 1; ; n++) if (!taken.has(`item${n}`)) return `item${n}`;
};
const itemsOf = (items: readonly ItemForm[]): ChecklistItem[] => {
  const taken = new Set(items.map((one) => one.key).filter(Boolean));
  return items.map((one) => {
    const key = keyFor(one, taken);
    taken.add(key);
    return {
      key,
      section: one.section,
      label: one.label,
      help: one.help,
      kind: one.kind as ChecklistItem["kind"],
      required: one.required === "yes",
      unit: one.unit,
      least: one.least === "" ? null : Number(one.least),
      most: one.most === "" ? null : Number(one.most),
      options: words(one.options),
      failing: words(one.failing),
      onFail: {
        workOrder: (one.workOrder || null) as ChecklistItem["onFail"]["workOrder"],
        takeOut: one.takeOut === "yes",
        photo: one.photo === "yes",
      },
    };
  });
};

const yesNo = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];
const columns: readonly LineColumn[] = [
  { name: "section", label: "Section", kind: "text" },
  { name: "label", label: "What is looked at", kind: "text", required: true },
  {
    name: "kind",
    label: "Answer",
    kind: "select",
    options: Object.entries(itemKinds).map(([value, label]) => ({ value, label })),
  },
  { name: "required", label: "Required", kind: "select", options: yesNo },
  { name: "unit", label: "Unit", kind: "text" },
  { name: "least", label: "At least", kind: "decimal" },
  { name: "most", label: "At most", kind: "decimal" },
  { name: "options", label: "Choices, by semicolons", kind: "text" },
  { name: "failing", label: "Choices that fail", kind: "text" },
  {
    name: "workOrder",
    label: "Failed: work order",
    kind: "select",
    options: [
      { value: "", label: "None" },
      { value: "urgent", label: "Urgent" },
      { value: "high", label: "High" },
      { value: "normal", label: "Normal" },
      { value: "low", label: "Low" },
    ],
  },
  { name: "takeOut", label: "Failed: out of service", kind: "select", options: yesNo },
  { name: "photo", label: "Failed: photo", kind: "select", options: yesNo },
];

function Editor({ list }: { list: ChecklistRow | null }) {
  const navigate = useNavigate();
  const save = useMutationAction("inspection-checklists");
  const draft = list?.status === "draft";
  const back = () => void navigate(`${pathTo("inspections")}?tab=checklists`);
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">
        {list ? (draft ? list.name : `Next version of ${list.name}`) : "New checklist"}
      </h1>
      <Form<ChecklistForm>
        formKey={`checklist-${list?.id ?? "new"}`}
        defaultValues={list ? formOf(list) : blank}
        submitLabel="Save the draft"
        wide
        onCancel={back}
        onSubmit={async ({ items, certificates, ...rest }) => {
          const body = { ...rest, certificates: words(certificates), items: itemsOf(items) };
          await save.mutateAsync(
            list && draft
              ? { method: "PATCH", path: `${path}/${list.id}`, body, version: list.version }
              : { path: list ? `${path}?nextVersionOf=${list.definitionId}` : path, body },
          );
          back();
        }}
      >
        <FormSection title="Checklist">
          <TextField name="name" label="Name" required maxLength={120} />
          <TextArea name="about" label="What it is for" rows={2} maxLength={2000} />
          <TextField name="citation" label="By which rule" maxLength={500} />
          <TextField
            name="certificates"
            label="Certificates that it demands, by semicolons"
            maxLength={500}
          />
        </FormSection>
        <FormSection title="Items">
          <LineItems
            name="items"
            label="Items"
            headed
            blank={() => ({ ...blankItem })}
            columns={columns}
          />
        </FormSection>
      </Form>
    </div>
  );
}

/** /inspections-checklists/:id: a new checklist, a draft, or the next version of one. */
export default function ChecklistEdit() {
  const { id = "new" } = useParams();
  const lists = useGet<{ items: ChecklistRow[] }>("inspection-checklists", path, { first: true });
  if (lists.isPending) return <RecordSkeleton />;
  const list = lists.data?.items.find((one) => one.id === id) ?? null;
  if (!lists.data || (id !== "new" && !list))
    return <ErrorPanel error={lists.error} what="The checklist" />;
  return <Editor list={list} />;
}
