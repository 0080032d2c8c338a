import { shownDecimal } from "#kernel/quantity.ts";
import { delayCauses } from "./log.labels.ts";
import type { LogDetail } from "./log.model.ts";

/** What was lost, in words. */
export const delayInWords = (log: Pick<LogDetail, "delayCause" | "delayHours">): string => {
  if (!log.delayCause) return "None";
  const lost = log.delayHours ? `${shownDecimal(log.delayHours)} hours` : "The whole day";
  return `${lost}, ${delayCauses[log.delayCause].toLowerCase()}`;
};

/** The weather of a log in words. */
export const weatherInWords = (
  log: Pick<LogDetail, "conditions" | "temperatureLow" | "temperatureHigh">,
): string => {
  const { temperatureLow: low, temperatureHigh: high } = log;
  const degrees = [low, high].filter((each) => each !== null);
  const range = [...new Set(degrees)].join(" to ");
  return [log.conditions, range && `${range} °F`].filter(Boolean).join(", ");
};
