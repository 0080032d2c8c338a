/** When a name stays off form 300: the complete list of 29 CFR 1904.29(b)(7), from 2002 on. */

export const privacyKinds = {
  intimate: {
    label: "Intimate body part or the reproductive system",
    citation: "29 CFR 1904.29(b)(7)(i)",
    of: ["injury", "illness"],
  },
  assault: {
    label: "Sexual assault",
    citation: "29 CFR 1904.29(b)(7)(ii)",
    of: ["injury", "illness"],
  },
  mental: { label: "Mental illness", citation: "29 CFR 1904.29(b)(7)(iii)", of: ["illness"] },
  infection: {
    label: "HIV infection, hepatitis or tuberculosis",
    citation: "29 CFR 1904.29(b)(7)(iv)",
    of: ["illness"],
  },
  needlestick: {
    label: "Needlestick, or a cut by a sharp object with another's blood or infectious material",
    citation: "29 CFR 1904.29(b)(7)(v)",
    of: ["injury"],
  },
  asked: {
    label: "An illness whose person asks that the name is left out",
    citation: "29 CFR 1904.29(b)(7)(vi)",
    of: ["illness"],
  },
} as const satisfies Record<
  string,
  { label: string; citation: string; of: readonly ("injury" | "illness")[] }
>;
export type PrivacyKind = keyof typeof privacyKinds;

/** Those of the list that an injury, or an illness, can be. */
export const privacyKindsOf = (kind: string): PrivacyKind[] =>
  (Object.keys(privacyKinds) as PrivacyKind[]).filter((one) =>
    (privacyKinds[one].of as readonly string[]).includes(kind),
  );
