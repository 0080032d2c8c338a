import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import type { Found } from "#server/agents/agent.ts";
import { errand } from "#server/agents/errand.ts";
import type { Alert, AlertDetail, Exposed } from "../alert/alert.model.ts";

const mostShown = 10;

const byNoun = (records: readonly Exposed[]): Map<string, Exposed[]> => {
  const groups = new Map<string, Exposed[]>();
  for (const record of records)
    groups.set(record.noun, [...(groups.get(record.noun) ?? []), record]);
  return groups;
};

const placeOf = ({ exposure }: AlertDetail, { id }: Exposed) => {
  const point = exposure.points.find((each) => each.id === id);
  if (!point) return {};
  const { latitude, longitude, accuracy } = point;
  return { place: { latitude, longitude, accuracy } };
};

const foundOf = (alert: AlertDetail, records: readonly Exposed[], timeZone: string): Found => {
  const [first] = records;
  const href = `/weather-alerts/${alert.id}`;
  const label = first!.nounLabel.toLowerCase();
  const until = alert.endsAt ? ` until ${formatInstant(alert.endsAt, timeZone)}` : "";
  const shown = records.slice(0, mostShown);
  const what = `${records.length} ${label} inside “${alert.event}”${until}`;
  return {
    key: `inside:${alert.id}:${first!.noun}`,
    sameness: first!.noun,
    subject: { id: alert.id, number: alert.event, href },
    what: `${what}.`,
    why: `${alert.headline || alert.areaText}. ${records.some(({ byZip }) => byZip) ? "Some stand at the centre of their ZIP only. " : ""}${alert.asks ? "The warning names no end and is older than its kind gets." : ""}`.trim(),
    since: null,
    dueOn: null,
    cents: 0,
    sources: [
      { kind: "record", label: alert.event, href, says: `${alert.sender}: ${alert.areaText}` },
      ...shown.map((record) => ({
        kind: "record" as const,
        label: record.label,
        href: record.href,
        says: record.about || record.nounLabel,
        ...placeOf(alert, record),
      })),
    ],
    proposal: errand({
      title: `${alert.event}: look after ${counted(records.length, "record")} inside`,
      detail: `${what}: ${shown.map((record) => record.label).join(", ")}${records.length > mostShown ? ` and ${records.length - mostShown} more` : ""}. ${alert.instruction}`,
      link: href,
    }),
  };
};

/** Whether a warning warns by itself: no exercise, and none that only tells of another one. */
export const warns = ({ test, tells }: Pick<Alert, "test" | "tells">): boolean => !test && !tells;

/** What is said of a warning: the records inside, kind by kind. */
export const insideOf = (
  alert: AlertDetail,
  inside: readonly Exposed[],
  timeZone: string,
): Found[] => [...byNoun(inside).values()].map((records) => foundOf(alert, records, timeZone));
