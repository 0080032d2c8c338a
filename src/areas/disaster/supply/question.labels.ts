export const supplyAnswers = {
  on_time: "We deliver on time",
  late: "We deliver, but later",
  cannot: "We cannot deliver",
} as const;
export type SupplyAnswer = keyof typeof supplyAnswers;
