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
  file: "Files",
  photo: "Photos",
  signature: "Signature",
} as const;
export type FieldKind = keyof typeof fieldKinds;

/** Kinds that a column of a table may have. */
export const columnKinds = {
  text: fieldKinds.text,
  number: fieldKinds.number,
  money: fieldKinds.money,
  date: fieldKinds.date,
  choice: fieldKinds.choice,
} as const;
export type ColumnKind = keyof typeof columnKinds;

export const audiences = {
  staff: "Staff",
  vendors: "Vendors",
  public: "Everybody",
} as const;
export type Audience = keyof typeof audiences;

type Option = { value: string; label: string };
/** `options`: what a column of the kind choice offers; versions from before it could have none. */
export type Column = {
  key: string;
  label: string;
  kind: ColumnKind;
  required: boolean;
  options?: string[] | undefined;
};

/** Kinds of files that a question may take, by what the server reads in their first bytes. */
export const fileTypes = {
  pdf: { label: "PDF", media: ["application/pdf"], accept: ".pdf" },
  picture: {
    label: "Pictures",
    media: ["image/jpeg", "image/png", "image/gif", "image/webp", "image/heic"],
    accept: "image/*,.heic,.heif",
  },
  office: {
    label: "Word, Excel and other packed files",
    media: ["application/zip"],
    accept: ".docx,.xlsx,.odt,.ods,.zip",
  },
  text: {
    label: "Text, CSV, XML and JSON",
    media: ["text/plain", "application/xml", "application/json"],
    accept: ".txt,.csv,.xml,.json",
  },
} as const;
export type FileType = keyof typeof fileTypes;
/** How many files a question takes, the most megabytes of each, and their kinds. */
export type FileRules = { most: number; megabytes: number; types: FileType[] };
export const fileLimits = { most: 10, megabytes: 20 } as const;
export const plainFiles: FileRules = { most: 3, megabytes: 10, types: ["pdf", "picture"] };

/**
 * A question of a form. `show`, `require`, `compute` and `valid` read answers and the day (me.today),
 * `prefill` the filler (me.…).
 */
export type FormField = {
  key: string;
  kind: FieldKind;
  label: string;
  help: string;
  /** By which law it is asked and what for; needed for Social Security and bank numbers. */
  law?: string | undefined;
  /** Of questions for files and photos; others, and versions from before there were such, have none. */
  files?: FileRules | undefined;
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
  /** Must hold of an answer, beside others; versions from before there was such a rule have none. */
  valid?: Logic | undefined;
  /** What whoever answers otherwise is told. */
  validSays?: string | undefined;
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

/** What rules of every other kind may read beside answers: the agency's day. */
export const todayKey = "me.today";

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
  ...(kind === "file" || kind === "photo" ? { files: plainFiles } : {}),
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
  valid: null,
  validSays: "",
});

/** Questions that are answered with uploaded files: their answers are the files' ids. */
export const takesFiles = ({ kind }: Pick<FormField, "kind">): boolean =>
  kind === "file" || kind === "photo";

/** What a question for files takes; photos are pictures, whatever else is said. */
export const fileRulesOf = ({ kind, files = plainFiles }: FormField): FileRules =>
  kind === "photo" ? { ...files, types: ["picture"] } : files;

/** The media types of a question's files. */
export const mediaOf = (field: FormField): readonly string[] =>
  fileRulesOf(field).types.flatMap((type): readonly string[] => fileTypes[type].media);
