import type { ChecklistItem } from "./checklist.labels.ts";
import type { ChecklistRow } from "./checklist.model.ts";

/** An item as its form holds it. */
export const blankItem = {
  key: "",
  section: "",
  label: "",
  help: "",
  kind: "check",
  required: true,
  unit: "",
  least: "",
  most: "",
  options: "",
  failing: "",
  workOrder: "normal",
  takeOut: false,
  photo: false,
};
type ItemForm = typeof blankItem;
/** A checklist as its form holds it: lists by semicolons, numbers as text. */
export const blank = {
  name: "",
  about: "",
  citation: "",
  certificates: "",
  items: [{ ...blankItem }],
};
export type ChecklistForm = typeof blank;

const text = (value: number | null) => (value === null ? "" : String(value));
const words = (value: string) =>
  value
    .split(";")
    .map((one) => one.trim())
    .filter(Boolean);

/** A version as its form begins with it. */
export const formOf = (list: ChecklistRow): ChecklistForm => ({
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
    required: one.required,
    unit: one.unit,
    least: text(one.least),
    most: text(one.most),
    options: one.options.join("; "),
    failing: one.failing.join("; "),
    workOrder: one.onFail.workOrder ?? "",
    takeOut: one.onFail.takeOut,
    photo: one.onFail.photo,
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
      required: one.required,
      unit: one.unit,
      least: one.least === "" ? null : Number(one.least),
      most: one.most === "" ? null : Number(one.most),
      options: words(one.options),
      failing: words(one.failing),
      onFail: {
        workOrder: (one.workOrder || null) as ChecklistItem["onFail"]["workOrder"],
        takeOut: one.takeOut,
        photo: one.photo,
      },
    };
  });
};

/** What is sent of a form. */
export const bodyOf = ({ items, certificates, ...rest }: ChecklistForm) => ({
  ...rest,
  certificates: words(certificates),
  items: itemsOf(items),
});
