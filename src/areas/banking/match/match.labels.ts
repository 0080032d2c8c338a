export const matchKinds = {
  check: "Check",
  ach: "ACH entry",
  return: "Bank return",
  receipt: "Receipts",
  fee: "Bank fee",
  named: "Named by hand",
} as const;
export type MatchKind = keyof typeof matchKinds;

export const alarmCodes = {
  unknown: "Unknown check",
  void: "Void check presented",
  paid_before: "Paid before",
  other_cents: "Other cents than drawn",
} as const;
export type AlarmCode = keyof typeof alarmCodes;

export const matchStates = {
  stands: { label: "Matched", tone: "success" },
  back: { label: "Taken back", tone: "neutral" },
} as const;
