/** How a person is employed in the time of a schedule: it decides what of their time FEMA pays. */
export const employments = {
  budgeted: "Budgeted employee",
  backfill: "Back-fill by a permanent employee",
  unbudgeted: "Unbudgeted, temporary or seasonal out of season",
} as const;
export type Employment = keyof typeof employments;

/** What an hour of overtime within the schedule turned out to be. */
export const overtimeAnswers = {
  regular: "It was regular time of the schedule",
  beyond: "It was beyond the schedule of that day: a shift was moved, or the day was off",
} as const;
export type OvertimeAnswer = keyof typeof overtimeAnswers;
