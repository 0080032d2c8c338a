import { formatDate } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import type { Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import type { LogDetail } from "./log.model.ts";
import { delayInWords, weatherInWords } from "./words.ts";

const style = `@page{size:letter;margin:16mm}
body{font:10pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:16pt;margin:0 0 2mm}h2{font-size:11.5pt;margin:6mm 0 1.5mm}
table{border-collapse:collapse;width:100%}
th,td{padding:2.5pt 4pt;border-bottom:.5pt solid #d9dee6;text-align:left;vertical-align:top;font-size:9pt}
tr{break-inside:avoid}.sign{margin-top:12mm;border-top:.7pt solid #121927;padding-top:2mm;width:90mm}`;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((text) => `<td>${escapeHtml(text)}</td>`).join("")}</tr>`)
    .join("")}</tbody></table>`;

const section = (title: string, rows: readonly unknown[], body: () => string): string =>
  `<h2>${title}</h2>${rows.length > 0 ? body() : "<p>None.</p>"}`;

/** A log with its amendments as a document; `at` writes an instant in the agency's time. */
export const logDocument = (
  log: LogDetail,
  agency: string,
  at: (moment: Instant) => string,
): string => {
  const title = `Daily log of ${formatDate(log.day)}`;
  const paragraphs = [
    ["Weather", weatherInWords(log) || "Not written down"],
    ["Delay", [delayInWords(log), log.delayNote].filter(Boolean).join(". ")],
    ["Photos", counted(log.photos.length, "photo")],
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(`${log.number} ${title}`)}</title>
<style>${style}</style></head><body><h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(agency)} · ${escapeHtml(`${log.projectNumber} ${log.project}`)}<br>
${escapeHtml(log.number)}, ${escapeHtml(log.author)}</p>
${paragraphs.map(([label, text]) => `<p><b>${label}:</b> ${escapeHtml(text!)}</p>`).join("")}
${section("Crews", log.crews, () =>
  table(
    ["Employer", "Trade", "People", "Hours each"],
    log.crews.map((c) => [c.employer, c.trade, String(c.people), c.hours]),
  ),
)}
${section("Equipment", log.equipment, () =>
  table(
    ["Employer", "Equipment", "Hours"],
    log.equipment.map((m) => [m.employer, m.what, m.hours]),
  ),
)}
${section("Quantities", log.quantities, () =>
  table(
    ["Order and line", "Work", "Station", "Quantity", "Note"],
    log.quantities.map((q) => [
      `${q.order}, ${q.lineNo}`,
      q.description,
      q.station,
      `${shownDecimal(q.quantity)} ${q.unit}`,
      q.note,
    ]),
  ),
)}
<h2>Notes</h2><p>${escapeHtml(log.notes || "None.").replaceAll("\n", "<br>")}</p>
${section("Amendments", log.amendments, () =>
  table(
    ["When and by whom", "What is added", "Why"],
    log.amendments.map((a) => [`${at(a.at)}, ${a.author}`, a.says, a.reason]),
  ),
)}
<div class="sign">${escapeHtml(log.submittedAt ? `Submitted by ${log.author}, ${at(log.submittedAt)}` : `Draft of ${log.author}`)}</div>
</body></html>`;
};
