import { metricNamed } from "../reading/metrics.data.ts";
import type { RuleRow } from "../alarm/alarm.model.ts";
import { counted } from "#kernel/words.ts";

const does = ({ tells }: RuleRow): string[] => [
  ...(tells.quarantine ? ["puts the lots at its location into quarantine"] : []),
  ...(tells.shipment ? ["marks its shipment"] : []),
  ...(tells.work ? ["asks for work"] : []),
  ...(tells.task ? ["gives a task"] : []),
];

const forMinutes = (minutes: number): string =>
  minutes > 0 ? ` for ${counted(minutes, "minute")}` : "";

/** Devices with their names. */
export type NamedDevices = readonly { id: string; name: string }[];

/** Which devices a rule watches, in words. */
export const watchedInWords = ({ deviceIds }: RuleRow, devices: NamedDevices): string => {
  if (deviceIds.length === 0) return "It watches every device that measures it";
  const named = deviceIds.flatMap((id) => devices.find((each) => each.id === id)?.name ?? []);
  const more = deviceIds.length - named.length;
  const others = more > 0 ? counted(more, "other device") : "";
  return `It watches ${[...named, others].filter(Boolean).join(", ")}`;
};

/** A rule in a sentence: what it watches, and what it causes. */
export const ruleInWords = (rule: RuleRow): string => {
  const { watches, metric, bound, clears, minutes, fence } = rule;
  const causes = does(rule);
  const end = causes.length > 0 ? `; ${causes.join(", ")}` : "";
  if (watches === "silent") return `No reading for ${counted(minutes, "minute")}${end}`;
  if (watches === "outside")
    return `More than ${Math.round(fence?.radius ?? 0).toLocaleString("en-US")} m from its center${forMinutes(minutes)}${end}`;
  const { label, unit } = metricNamed(metric || "temperature");
  const over = clears === null ? "" : `, over at ${clears} ${unit}`;
  return `${label} ${watches} ${bound ?? "?"} ${unit}${forMinutes(minutes)}${over}${end}`;
};
