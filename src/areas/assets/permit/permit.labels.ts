/** Work that begins with a permit of its day. */
export const permitKinds = {
  confinedSpace: { label: "Confined space", citation: "29 CFR 1910.146" },
  hotWork: { label: "Hot work", citation: "29 CFR 1910.252(a)" },
  lockout: { label: "Lockout", citation: "29 CFR 1910.147" },
} as const;
export type PermitKind = keyof typeof permitKinds;

export const permitAnswers = { yes: "Holds", na: "Does not apply" } as const;
export type PermitAnswer = keyof typeof permitAnswers;
