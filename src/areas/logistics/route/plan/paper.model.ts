import { formatDate } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import { counted } from "#kernel/words.ts";
import type { AnswerRoute } from "./answer.model.ts";
import { timeOf, windowSays } from "./clock.model.ts";
import type { PlanDetail } from "./plan.model.ts";
import { mile } from "./problem-of.model.ts";
import { standingSays } from "./standing.model.ts";

const style = `@page{size:letter;margin:14mm}
body{font:10pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:16pt;margin:0 0 2mm}h2{font-size:12pt;margin:6mm 0 2mm}
section{break-after:page}section:last-child{break-after:auto}
table{border-collapse:collapse;width:100%}
th,td{padding:2.5pt 4pt;border-bottom:.5pt solid #d9dee6;text-align:left;vertical-align:top;font-size:9pt}
tr{break-inside:avoid}.n{text-align:right}.box{width:9mm}`;

type Stop = PlanDetail["stops"][number];
const cells = (texts: readonly string[]) =>
  texts.map((text) => `<td>${escapeHtml(text)}</td>`).join("");

const driverRow = (stop: Stop, at: number, arrival: number): string =>
  `<tr>${cells([
    String(at + 1),
    timeOf(arrival),
    stop.told.name,
    stop.told.place,
    windowSays(stop.told),
    [stop.told.contact, stop.told.note].filter(Boolean).join(". "),
  ])}<td class="box">☐</td></tr>`;

const load = ({ told: { weight, volume } }: Stop): string[] => [
  weight ? `${weight.toLocaleString("en-US")} lb` : "",
  volume ? `${volume.toLocaleString("en-US")} cu ft` : "",
];

type Held = { stop: Stop; visit: AnswerRoute["visits"][number] };

const table = (heads: readonly string[], rows: readonly string[]): string =>
  `<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr></thead>
<tbody>${rows.join("")}</tbody></table>`;

// What is loaded first comes off last.
const loadingList = (stops: readonly Held[]): string => {
  const loads = stops.toReversed().filter(({ stop: { told } }) => told.weight || told.volume);
  if (loads.length === 0) return "";
  const rows = loads.map(
    ({ stop }, at) => `<tr>${cells([String(at + 1), stop.told.name, ...load(stop)])}</tr>`,
  );
  return `<h2>Loading list: what is loaded first comes off last</h2>
${table(["", "Stop", "Weight", "Volume"], rows)}`;
};

const heads = ["", "Arrives", "Stop", "Address", "Window", "Contact and note", ""];

const listOf = (route: AnswerRoute, plan: PlanDetail): string => {
  const { vehicle, leaves, returns, meters, visits } = route;
  const driver = plan.vehicles.find(({ key }) => key === vehicle)?.driver || "nobody yet";
  const stops = visits.flatMap((visit): Held[] => {
    const stop = plan.stops.find(({ id }) => id === visit.stopId);
    return stop ? [{ stop, visit }] : [];
  });
  const about = [plan.name, plan.number, formatDate(plan.onDay), `driven by ${driver}`];
  const way = `${counted(stops.length, "stop")}, ${(meters / mile).toFixed(1)} miles; leaves
${escapeHtml(plan.depot.name)} at ${timeOf(leaves)}, back at ${timeOf(returns)}.`;
  const rows = stops.map(({ stop, visit }, at) => driverRow(stop, at, visit.arrival));
  return `<section><h1>${escapeHtml(vehicle)}</h1>
<p>${escapeHtml(about.join(" · "))}<br>${way}</p>
<h2>Stops in their order</h2>${table(heads, rows)}
${loadingList(stops)}</section>`;
};

/** Drivers' lists of a plan, a page a vehicle, each with its loading list in reverse order of its stops. */
export const routesDocument = (plan: PlanDetail, agency: string): string => {
  const routes = plan.answer?.routes.filter(({ visits }) => visits.length > 0) ?? [];
  const said = plan.answer
    ? `${(plan.answer.meters / mile).toFixed(1)} miles, ${standingSays(plan.answer.standing)}. ${plan.answer.basis}.`
    : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(plan.name)}</title>
<style>${style}</style></head><body><p>${escapeHtml(agency)} · ${escapeHtml(said)}</p>
${routes.map((route) => listOf(route, plan)).join("")}</body></html>`;
};

/** A vehicle's route as GPX 1.1 (Topografix): its stops as a route, its way as a track. */
export const gpxDocument = (plan: PlanDetail, route: AnswerRoute): string => {
  const stops = route.visits.flatMap(({ stopId }) => {
    const stop = plan.stops.find(({ id }) => id === stopId);
    return stop ? [stop.told] : [];
  });
  const point = (
    tag: string,
    { latitude, longitude, name }: { latitude: number; longitude: number; name: string },
  ) => `<${tag} lat="${latitude}" lon="${longitude}"><name>${escapeHtml(name)}</name></${tag}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Levee" xmlns="http://www.topografix.com/GPX/1/1">
<rte><name>${escapeHtml(route.vehicle)}</name>
${[plan.depot, ...stops, plan.depot].map((each) => point("rtept", each)).join("\n")}
</rte>
<trk><name>${escapeHtml(route.vehicle)}</name><trkseg>
${route.line.map(([longitude, latitude]) => `<trkpt lat="${latitude}" lon="${longitude}"></trkpt>`).join("\n")}
</trkseg></trk>
</gpx>
`;
};
