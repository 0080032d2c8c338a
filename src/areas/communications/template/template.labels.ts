/** What a template becomes. */
export const templateKinds = {
  letter: "Letter",
  memo: "Memo",
  mail: "Mail",
} as const satisfies Record<string, string>;
export type TemplateKind = keyof typeof templateKinds;
