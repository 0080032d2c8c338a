import { day, type Day } from "#kernel/time.ts";

/** Unused supplies of all kinds together, beyond which the federal share of them is owed. Cents. */
type SupplyLimit = { from: Day; cents: number; citation: string };

/**
 * By the day on which an award begins, newest first: the revision of 2024 (89 FR 30136) holds for awards
 * from 2024-10-01 on, as the text of 2 CFR 200.314(a) of that day gives it; the earlier limit as
 * FEMA's page on residual supplies gives it. An agency that applied the revision earlier is not known here.
 */
const supplyLimits: readonly SupplyLimit[] = [
  { from: day("2024-10-01"), cents: 10_000_00, citation: "2 CFR 200.314(a), 89 FR 30136" },
  { from: day("2014-12-26"), cents: 5_000_00, citation: "2 CFR 200.314(a) of 2014" },
];

/** The limit that holds for an award that begins on a day; the oldest one for what began before. */
export const supplyLimitOf = (begins: Day): SupplyLimit =>
  supplyLimits.find(({ from }) => from <= begins) ?? supplyLimits.at(-1)!;
