import { counted } from "#kernel/words.ts";
import type { Destination } from "../delivery/destination.labels.ts";
import {
  blankField,
  fileLimits,
  plainFiles,
  takesFiles,
  todayKey,
  type Asked,
  type Audience,
  type Column,
  type FileRules,
  type FileType,
  type FormField,
} from "../form/form.labels.ts";
import type { FormInput, FormVersion } from "../form/form.model.ts";
import type { Logic } from "#kernel/logic/logic.ts";
import { objectionToPattern } from "../logic/pattern.model.ts";

const rules = ["show", "require", "compute", "prefill", "valid"] as const;
type RuleName = (typeof rules)[number];
type Choice = { value: string; label: string };
type ColumnValues = {
  key: string;
  label: string;
  kind: string;
  required: string;
  /** What a column offers to choose from, apart by semicolons. */
  options: string;
};

/** A question as the builder's fields hold it: rules as text, bounds as typed. */
export type FieldValues = Omit<
  FormField,
  RuleName | "validSays" | "options" | "columns" | "least" | "most" | "files"
> &
  Record<RuleName, string> & {
    validSays: string;
    files: { most: string; megabytes: string; types: FileType[] };
    options: Choice[];
    columns: ColumnValues[];
    least: string | number | null;
    most: string | number | null;
  };
type SectionValues = { title: string; help: string; fields: FieldValues[] };
type PageValues = { title: string; sections: SectionValues[] };
export type BuilderValues = {
  name: string;
  slug: string;
  about: string;
  audience: Audience;
  keepYears: string;
  pages: PageValues[];
  destinations: Destination[];
};

const ruleText = (logic: Logic): string => (logic === null ? "" : JSON.stringify(logic));

/** A rule from its text; null for none, undefined for what is no JSON. */
export const ruleOf = (text: string): Logic | undefined => {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text) as Logic;
  } catch {
    return undefined;
  }
};

const bound = (value: string | number | null, kind: string): string | number | null =>
  value === null ? (kind === "money" ? null : "") : kind === "money" ? value : String(value);
const boundOf = (value: string | number | null): number | null => {
  if (value === null || value === "" || Number.isNaN(Number(value))) return null;
  return Number(value);
};

const partsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(";")
      .map((each) => each.trim())
      .filter((each) => each !== ""),
  ),
];

const fieldValues = (field: FormField): FieldValues => ({
  ...field,
  law: field.law ?? "",
  files: {
    most: String((field.files ?? plainFiles).most),
    megabytes: String((field.files ?? plainFiles).megabytes),
    types: (field.files ?? plainFiles).types,
  },
  show: ruleText(field.show),
  require: ruleText(field.require),
  compute: ruleText(field.compute),
  prefill: ruleText(field.prefill),
  valid: ruleText(field.valid ?? null),
  validSays: field.validSays ?? "",
  columns: field.columns.map((column) => ({
    ...column,
    required: column.required ? "yes" : "no",
    options: (column.options ?? []).join("; "),
  })),
  least: bound(field.least, field.kind),
  most: bound(field.most, field.kind),
});

const countOf = (text: string, otherwise: number, most: number): number =>
  Math.min(most, Math.max(1, Math.round(Number(text)) || otherwise));
const rulesOf = ({ most, megabytes, types }: FieldValues["files"]): FileRules => ({
  most: countOf(most, plainFiles.most, fileLimits.most),
  megabytes: countOf(megabytes, plainFiles.megabytes, fileLimits.megabytes),
  types,
});

const columnOf = ({ key, label, kind, required, options }: ColumnValues): Column => ({
  key,
  label,
  kind: kind as Column["kind"],
  required: required === "yes",
  ...(kind === "choice" ? { options: partsOf(options) } : {}),
});

const fieldOf = (values: FieldValues): FormField => {
  const { kind, files, ...rest } = values;
  const listed = kind === "choice" || kind === "choices";
  return {
    ...rest,
    kind,
    ...(takesFiles({ kind }) ? { files: rulesOf(files) } : {}),
    label: values.label.trim(),
    options: listed ? values.options : [],
    columns: kind === "table" ? values.columns.map(columnOf) : [],
    pattern: kind === "text" ? values.pattern : "",
    least: kind === "number" || kind === "money" ? boundOf(values.least) : null,
    most: kind === "number" || kind === "money" ? boundOf(values.most) : null,
    show: ruleOf(values.show) ?? null,
    require: ruleOf(values.require) ?? null,
    compute: ruleOf(values.compute) ?? null,
    prefill: ruleOf(values.prefill) ?? null,
    valid: ruleOf(values.valid) ?? null,
  };
};

/** A question that is not asked yet: its name is free on this form. */
export const newField = (taken: readonly string[]): FieldValues => {
  let at = taken.length + 1;
  while (taken.includes(`question${at}`)) at++;
  return fieldValues(blankField(`question${at}`));
};
export const newSection = (taken: readonly string[]): SectionValues => ({
  title: "",
  help: "",
  fields: [newField(taken)],
});

/** What the builder begins with: a version, or one page with one question. */
export const valuesOf = (form: FormVersion | null): BuilderValues =>
  form
    ? {
        name: form.name,
        slug: form.slug,
        about: form.about,
        audience: form.audience,
        keepYears: String(form.keepYears),
        destinations: form.destinations,
        pages: form.pages.map((page) => ({
          title: page.title,
          sections: page.sections.map((section) => ({
            ...section,
            fields: section.fields.map(fieldValues),
          })),
        })),
      }
    : {
        name: "",
        slug: "",
        about: "",
        audience: "staff",
        keepYears: "7",
        destinations: [],
        pages: [{ title: "Page 1", sections: [newSection([])] }],
      };

/** What is saved of it. */
export const inputOf = (values: BuilderValues): FormInput => ({
  ...values,
  keepYears: Number(values.keepYears) || 7,
  pages: values.pages.map((page) => ({
    title: page.title,
    sections: page.sections.map((section) => ({
      title: section.title,
      help: section.help,
      fields: section.fields.map(fieldOf),
    })),
  })),
});

const renamed = (logic: Logic, name: (key: string) => string): Logic => {
  if (Array.isArray(logic)) return logic.map((each) => renamed(each, name));
  if (typeof logic !== "object" || logic === null) return logic;
  return Object.fromEntries(
    Object.entries(logic).map(([operator, args]) => [
      operator,
      operator !== "var"
        ? renamed(args, name)
        : typeof args === "string"
          ? name(args)
          : Array.isArray(args)
            ? args.map((each) => (typeof each === "string" ? name(each) : each))
            : args,
    ]),
  );
};

/**
 * The same form for a preview on the builder's own page: its questions have other names, so that no
 * two fields of the page have the same, and a pattern that is refused does not hold.
 */
export const previewOf = (form: Asked): Asked => {
  const name = (key: string) => (key === todayKey ? key : `shown_${key}`);
  return {
    pages: form.pages.map((page) => ({
      ...page,
      sections: page.sections.map((section) => ({
        ...section,
        fields: section.fields.map((field) => ({
          ...field,
          key: name(field.key),
          label: field.label || field.key,
          pattern: objectionToPattern(field.pattern) === null ? field.pattern : "",
          show: renamed(field.show, name),
          require: renamed(field.require, name),
          compute: renamed(field.compute, name),
          prefill: null,
          valid: renamed(field.valid ?? null, name),
        })),
      })),
    })),
  };
};

/** "12 questions on 3 pages". */
export const sizeOf = ({ pages }: Asked): string =>
  `${counted(
    pages.reduce((sum, page) => sum + page.sections.reduce((n, s) => n + s.fields.length, 0), 0),
    "question",
  )} on ${counted(pages.length, "page")}`;
