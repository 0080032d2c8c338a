import { counted } from "#kernel/words.ts";
import { metricNamed } from "../reading/metrics.data.ts";
import type { RuleRow } from "./alarm.model.ts";

const plain = (value: number): string => String(Math.round(value * 100) / 100);

/** What an alarm says: what was read, against which limit, for how long. */
export const titleOf = (
  { watches, metric, bound, minutes }: Pick<RuleRow, "watches" | "metric" | "bound" | "minutes">,
  value: number,
): string => {
  const held = minutes > 0 ? ` for ${counted(minutes, "minute")}` : "";
  if (watches === "silent") return `No reading for ${counted(value, "minute")}`;
  if (watches === "outside") return `Outside of its fence${held}`;
  const { label, unit } = metricNamed(metric || "temperature");
  const limit = bound === null ? "" : `, ${watches} ${plain(bound)} ${unit}${held}`;
  return `${label} ${plain(value)} ${unit}${limit}`;
};
