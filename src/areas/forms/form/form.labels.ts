import type { Logic } from "#kernel/logic/logic.ts";

export const fieldKinds = {
  text: "Text",
  longText: "Long text",
  number: "Number",
  money: "Amount of money",
  date: "Day",
  yesNo: "Yes or no",
  choice: "One of several",
  choices: "Several of several",
  table: "Table with rows",
} as const;
export type FieldKind = keyof typeof fieldKinds;

/** Kinds that a column of a table may have. */
export const columnKinds = {
  text: fieldKinds.text,
  number: fieldKinds.number,
  money: fieldKinds.money,
} as const;
export type ColumnKind = keyof typeof columnKinds;

export const audiences = {
  staff: "Staff",
  vendors: "Vendors",
  public: "Everybody",
} as const;
export type Audience = keyof typeof audiences;

type Option = { value: string; label: string };
export type Column = { key: string; label: string; kind: ColumnKind; required: boolean };

/** A question of a form. `show`, `require` and `compute` read answers, `prefill` the filler (me.…). */
export type FormField = {
  key: string;
  kind: FieldKind;
  label: string;
  help: string;
  /** By which law it is asked and what for; needed for Social Security and bank numbers. */
  law?: string | undefined;
  required: boolean;
  options: Option[];
  columns: Column[];
  pattern: string;
  least: number | null;
  most: number | null;
  show: Logic;
  require: Logic;
  compute: Logic;
  prefill: Logic;
};
type FormSection = { title: string; help: string; fields: FormField[] };
export type FormPage = { title: string; sections: FormSection[] };
/** What is asked, as a form draws it. */
export type Asked = { pages: FormPage[] };

/** What a prefill may read of whoever fills the form in. */
export const meKeys = {
  "me.name": "Name",
  "me.email": "Email",
  "me.company": "Company",
  "me.today": "Today",
} as const;

/** Every question in the order of its pages. */
export const fieldsOf = ({ pages }: Asked): FormField[] =>
  pages.flatMap((page) => page.sections.flatMap((section) => section.fields));

/** A new question of a kind, with the least that it needs. */
export const blankField = (key: string, kind: FieldKind = "text", label = ""): FormField => ({
  key,
  kind,
  label,
  help: "",
  law: "",
  required: false,
  options: kind === "choice" || kind === "choices" ? [{ value: "first", label: "First" }] : [],
  columns: kind === "table" ? [{ key: "what", label: "What", kind: "text", required: true }] : [],
  pattern: "",
  least: null,
  most: null,
  show: null,
  require: null,
  compute: null,
  prefill: null,
});
