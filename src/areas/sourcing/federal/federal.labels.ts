/** Kinds of notices by the words that SAM.gov uses (`type`). */
export const noticeKinds: Readonly<Record<string, string>> = {
  Solicitation: "Solicitation",
  "Combined Synopsis/Solicitation": "Combined synopsis and solicitation",
  Presolicitation: "Presolicitation",
  "Sources Sought": "Sources sought",
  "Special Notice": "Special notice",
  "Sale of Surplus Property": "Sale of surplus property",
  "Intent to Bundle Requirements (DoD-Funded)": "Intent to bundle",
  "Award Notice": "Award notice",
  Justification: "Justification",
};

export const federalViews = [
  { id: "open", name: "Still open", query: "open=true" },
  { id: "sought", name: "Sources sought", query: "kind=Sources+Sought" },
];
