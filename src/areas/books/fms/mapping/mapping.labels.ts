/** What is mapped to a code of the finance system. */
export const mappingKinds = {
  fund: "Fund",
  account: "Account",
  string: "Account string",
} as const;
export type MappingKind = keyof typeof mappingKinds;
