import { boundsOf, isEmptyArea, type Area } from "#kernel/geo/area.ts";
import { mapSize, pathOf, viewOf } from "#kernel/geo/drawing.ts";
import { formatInstant } from "#kernel/dates.ts";
import { outlinesIn } from "#areas/places/places.server.ts";
import { html } from "#server/pdf/pdf.ts";
import { requestCycle } from "../request/request.labels.ts";
import { sections } from "./incident.labels.ts";
import type { PlanDetail } from "./incident.model.ts";
import { formStyle, officialForms } from "./plan-forms.service.ts";

const style = [
  'body{font:10.5pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}',
  "h1{font-size:18pt;margin:2pt 0}h2{font-size:12pt;margin:16pt 0 4pt;break-after:avoid}",
  "p{margin:2pt 0}li{margin:2pt 0}section{break-inside:avoid}",
  "table{border-collapse:collapse;width:100%}",
  "th,td{padding:3pt 6pt;border-bottom:.5pt solid #d9dee6;text-align:left}",
  "th{font-size:9pt;color:#596475}small{color:#596475;overflow-wrap:anywhere}",
  "svg{width:100%;height:auto;border:.5pt solid #d9dee6}",
  formStyle,
].join("");

/** The area of an incident over the outlines of its counties; nothing where none is drawn. */
const mapOf = (area: Area, title: string): string => {
  const box = isEmptyArea(area) ? null : boundsOf(area);
  if (!box) return "<p>No area is drawn.</p>";
  const view = viewOf(box);
  const counties = outlinesIn(box).map(
    ({ polygons }) => `<path d="${pathOf(view, polygons)}" fill="none" stroke="#9aa5b4"/>`,
  );
  const own = `<path d="${pathOf(view, area.polygons)}" fill="#c2410c33" stroke="#c2410c" fill-rule="evenodd"/>`;
  return `<svg viewBox="0 0 ${mapSize.width} ${mapSize.height}" role="img" aria-label="${html(title)}">${counties.join("")}${own}</svg>`;
};

const stateOf = (status: string): string =>
  requestCycle.statuses[status as keyof typeof requestCycle.statuses]?.label ?? status;

const section = (title: string, body: string) => `<section><h2>${title}</h2>${body}</section>`;
const words = (text: string) =>
  text
    ? text
        .split(/\n\s*\n/)
        .map((part) => `<p>${html(part)}</p>`)
        .join("")
    : "<p>Nothing for this period.</p>";
const row = (cells: readonly string[]) =>
  `<tr>${cells.map((cell) => `<td>${html(cell)}</td>`).join("")}</tr>`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead><tbody>${rows.map(row).join("")}</tbody></table>`;

/**
 * An incident action plan as one HTML document, for its PDF: ICS 202 to 204 and 208 with the map of the
 * incident, its version and, once approved, the hash of what was frozen; then ICS 205, 205A and 206, each
 * in the blocks of the official form on a page of its own.
 */
export const planDocument = (detail: PlanDetail, agency: string, timeZone: string): string => {
  const { plan } = detail;
  const title = `${detail.number}, ${plan.incident}`;
  const head = `<meta charset="utf-8"><title>${html(title)}</title><style>${style}</style>`;
  const when = `Period ${plan.period.no}: ${formatInstant(plan.period.from, timeZone)} to ${formatInstant(plan.period.to, timeZone)}`;
  const people = plan.organization.map((each) => [
    each.position,
    sections[each.section as keyof typeof sections] ?? each.section,
    each.person ?? "open",
  ]);
  const signed = `Prepared by ${plan.preparedBy ?? "—"}; approved by ${plan.approvedBy ?? "nobody yet"}`;
  const hash = detail.sha256
    ? `Frozen as approved, SHA-256 ${detail.sha256}.`
    : "Not approved: it stands as the records stand now.";
  const objectives = plan.objectives.map((each) => `<li>${html(each)}</li>`).join("");
  return `<!doctype html><html lang="en"><head>${head}</head><body><main>
<p>${html(agency)}</p><h1>Incident action plan ${html(detail.number)}</h1>
<p>${html(plan.incident)}</p><p>${when}</p><p><small>Version ${detail.version} · ${html(signed)}</small></p>
${section("Incident objectives (ICS 202)", objectives ? `<ol>${objectives}</ol>` : words(""))}
${section("Organization assignment list (ICS 203)", table(["Position", "Section", "Person"], people))}
${section(
  "Resources assigned (ICS 204)",
  plan.resources.length
    ? table(
        ["Number", "Resource", "Status"],
        plan.resources.map((each) => [each.number, each.title, stateOf(each.status)]),
      )
    : "<p>None yet.</p>",
)}
${section("Weather and situation", words(plan.weather))}
${section("Safety message (ICS 208)", words(plan.safety))}
${section("Map of the incident", mapOf((plan.area ?? { polygons: [], circles: [] }) as Area, `Area of ${plan.incident}`))}
<p><small>${hash}</small></p>
${officialForms(detail, timeZone)}
</main></body></html>`;
};
