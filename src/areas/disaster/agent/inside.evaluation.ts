import type { AgentCase } from "#server/agents/agent.ts";
import type { AlertDetail, Exposed } from "../alert/alert.model.ts";
import { insideOf, warns } from "./inside.ts";

/** A record as the warning finds it: its kind, its number, and whether only its ZIP is known. */
type Record_ = [noun: string, label: string, group?: Exposed["group"], byZip?: boolean];
type WeatherCase = {
  alert?: Partial<Pick<AlertDetail, "test" | "tells" | "endsAt" | "asks">>;
  records: Record_[];
};

const alertOf = ({ alert = {} }: WeatherCase): AlertDetail =>
  ({
    ...{
      id: "a",
      event: "Flood Warning",
      headline: "Rivers rise",
      areaText: "Carver",
      sender: "NWS",
    },
    ...{ test: false, tells: false, endsAt: null, asks: false, instruction: "Move up." },
    exposure: { points: [] },
    ...alert,
  }) as unknown as AlertDetail;

const recordsOf = ({ records }: WeatherCase): Exposed[] =>
  records.map(
    ([noun, label, group = "inside", byZip = false]) =>
      ({
        ...{ id: label, noun, nounLabel: `${noun}s`, label, about: "", href: `/${label}` },
        ...{ group, byZip },
      }) as unknown as Exposed,
  );

/** Kind by kind, which records are named, and what is doubtful about it. */
export const saidOf = (given: WeatherCase): string => {
  const alert = alertOf(given);
  if (!warns(alert)) return "nothing";
  const inside = recordsOf(given).filter(({ group }) => group === "inside");
  const found = insideOf(alert, inside, "America/Chicago").map(({ what, why, sources }) =>
    [
      what.replace(/ inside .*?(?= until|\.$)/, ""),
      sources
        .slice(1)
        .map(({ label }) => label)
        .join(", "),
      ...(why.includes("ZIP") ? ["by ZIP"] : []),
      ...(why.includes("no end") ? ["no end"] : []),
    ].join(" | "),
  );
  return found.join(" / ") || "nothing";
};

/** The obvious way: whatever a listed warning touches, in one heap. */
export const byWarning = (given: WeatherCase): string => {
  const records = recordsOf(given);
  return records.length === 0
    ? "nothing"
    : `${records.length} ${records[0]!.nounLabel}. | ${records.map(({ label }) => label).join(", ")}`;
};

const of = (name: string, given: WeatherCase, right: string): AgentCase => ({ name, given, right });
const many = (count: number): Record_[] =>
  Array.from({ length: count }, (_, at) => ["asset", `A-${at + 1}`]);
const firstTen = Array.from({ length: 10 }, (_, at) => `A-${at + 1}`).join(", ");

/** Labelled by what an emergency manager would want to be told of the same warning. */
export const weatherCases: readonly AgentCase[] = [
  of("one site inside", { records: [["site", "North yard"]] }, "1 sites. | North yard"),
  of("nothing inside", { records: [] }, "nothing"),
  of(
    "two kinds are two things",
    {
      records: [
        ["site", "North yard"],
        ["shipment", "SHP-1"],
        ["site", "Depot"],
      ],
    },
    "2 sites. | North yard, Depot / 1 shipments. | SHP-1",
  ),
  of("an exercise warns nobody", { alert: { test: true }, records: [["site", "Yard"]] }, "nothing"),
  of("the end of a warning", { alert: { tells: true }, records: [["site", "Yard"]] }, "nothing"),
  of(
    "what may be inside is not said to be",
    {
      records: [
        ["site", "Yard"],
        ["site", "Pier", "possibly"],
      ],
    },
    "1 sites. | Yard",
  ),
  of(
    "near is not inside",
    {
      records: [
        ["site", "Pier", "near"],
        ["asset", "A-1", "near"],
      ],
    },
    "nothing",
  ),
  of(
    "placed by its ZIP alone",
    { records: [["vendor", "Castor", "inside", true]] },
    "1 vendors. | Castor | by ZIP",
  ),
  of(
    "no end is given, and it is old",
    { alert: { asks: true }, records: [["site", "Yard"]] },
    "1 sites. | Yard | no end",
  ),
  of(
    "it ends at an hour",
    { alert: { endsAt: "2026-12-01T06:00:00Z" as never }, records: [["site", "Yard"]] },
    "1 sites until Dec 1, 2026, 12:00 AM CT. | Yard",
  ),
  of("the first ten by name", { records: many(14) }, `14 assets. | ${firstTen}`),
  of(
    "a ZIP of one kind marks that kind alone",
    {
      records: [
        ["vendor", "Castor", "inside", true],
        ["site", "Yard"],
      ],
    },
    "1 vendors. | Castor | by ZIP / 1 sites. | Yard",
  ),
];
