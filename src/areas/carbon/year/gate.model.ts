import { counted } from "#kernel/words.ts";

/** Why a year with rows to settle is not reviewed. */
export const waitingSays = (unsettled: number): string =>
  `${counted(unsettled, "row waits", "rows wait")} to be settled: not counted, or counted twice.`;

/** Why a year is not published before its last day has passed. */
export const notOverSays = (year: number): string => `${year} is not over: publish it once it is.`;

/** What keeps a step of a year from being taken, as it stands; null where nothing does. */
export const gateOf = (
  step: string,
  { year, unsettled, over }: { year: number; unsettled: number; over: boolean },
): string | null => {
  if (step === "review" && unsettled > 0) return waitingSays(unsettled);
  return step === "publish" && !over ? notOverSays(year) : null;
};
