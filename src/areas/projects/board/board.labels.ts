/** Where a card stands: who must act, or what lacks. */
export const boardColumns = {
  ours: "Ours",
  contractors: "The contractor's",
  designers: "The designer's",
  missing: "Missing",
} as const;
export type BoardColumn = keyof typeof boardColumns;

/** What a card is of. */
export const cardKinds = {
  rfi: "RFI",
  submittal: "Submittal",
  payApplication: "Pay application",
  punchItem: "Punch item",
  closeoutPaper: "Closeout paper",
  certifiedPayroll: "Certified payroll",
  dailyLog: "Daily log",
  certificate: "Certificate",
  scheduleTask: "Task of a schedule",
  baseline: "Baseline",
  monthlySchedule: "Monthly schedule",
} as const;
export type CardKind = keyof typeof cardKinds;
