import type { Asked } from "#areas/forms/forms.public.ts";

export type FormCode =
  | "SF-424"
  | "SF-424A"
  | "SF-424B"
  | "SF-424C"
  | "SF-424D"
  | "SF-424-Short"
  | "SF-LLL"
  | "Sites";

/**
 * A federal form as data: its questions with their arithmetic. A version never changes; a new one is
 * a further entry. `schema`: the file that its XML is checked by; null where none is published here.
 */
export type FederalForm = Asked & {
  code: FormCode;
  name: string;
  version: string;
  schema: string | null;
};

export const applicationKinds = {
  non_construction: "Non-construction",
  construction: "Construction",
  short: "Short form",
} as const;
export type ApplicationKind = keyof typeof applicationKinds;

/** The forms that an application of a kind needs; each kind's may be joined by further ones. */
export const neededForms: Readonly<Record<ApplicationKind, readonly FormCode[]>> = {
  non_construction: ["SF-424", "SF-424A", "SF-424B"],
  construction: ["SF-424", "SF-424C", "SF-424D", "SF-LLL", "Sites"],
  short: ["SF-424-Short"],
};
const anybodys: readonly FormCode[] = ["SF-LLL", "Sites"];

/** Forms that may be added to an application of a kind, where its announcement asks for them. */
export const furtherForms: Readonly<Record<ApplicationKind, readonly FormCode[]>> = {
  non_construction: anybodys,
  construction: [],
  short: ["SF-424A", "SF-424B", ...anybodys],
};

/** Which forms count: those that the kind needs, and those that were added to it. */
export const formsOf = (kind: ApplicationKind, more: readonly string[]): readonly FormCode[] => [
  ...neededForms[kind],
  ...furtherForms[kind].filter((code) => more.includes(code)),
];
