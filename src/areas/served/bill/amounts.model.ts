/** What a bill comes to, by its parts; whole cents. */
export type Sums = { costs: number; hours: number; fees: number; overhead: number; total: number };
type Line = { kind: "cost" | "hour" | "fee"; cents: number };
type Overhead = { overheadOn: "none" | "hours" | "all"; overheadBp: number };

/** What minutes at a rate of cents an hour come to; half a cent counts as one. */
export const ofMinutes = (minutes: number, rate: number): number =>
  Number((BigInt(minutes) * BigInt(rate) * 2n + 60n) / 120n);

/** The sums of a bill's lines, with the overhead that its agreement adds: one rounding at the end. */
export const sumsOf = (lines: readonly Line[], { overheadOn, overheadBp }: Overhead): Sums => {
  const of = (kind: Line["kind"]) =>
    lines.reduce((sum, line) => sum + (line.kind === kind ? line.cents : 0), 0);
  const [costs, hours, fees] = [of("cost"), of("hour"), of("fee")];
  const bases = { none: 0, hours, all: costs + hours + fees };
  const overhead =
    overheadBp === 0
      ? 0
      : Number((BigInt(bases[overheadOn]) * BigInt(overheadBp) * 2n + 10_000n) / 20_000n);
  return { costs, hours, fees, overhead, total: costs + hours + fees + overhead };
};

/** By how long what is owed is past due, in days. */
export const bucketOf = (daysLate: number): "notDue" | "to30" | "to60" | "to90" | "beyond" => {
  if (daysLate <= 0) return "notDue";
  if (daysLate <= 30) return "to30";
  if (daysLate <= 60) return "to60";
  return daysLate <= 90 ? "to90" : "beyond";
};
