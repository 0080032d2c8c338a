import { formatDate, formatInstant } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import type { Answered } from "../figure/figure.model.ts";
import { momentWords } from "../figure/period.labels.ts";
import type { KeptRunRecord } from "../run/run.model.ts";
import { varianceHeading } from "../variance/variance.labels.ts";

/** What a packet takes of a kept run. */
export type PacketRun = Pick<
  KeptRunRecord,
  "number" | "name" | "finding" | "sha256" | "keptBy" | "keptAt" | "answer"
>;

/** So many runs are one packet at most, and so many rows of each are printed. */
export const mostRuns = 20;
const mostRows = 200;
const bars = 12;

export const packetStyle = `body{font:10pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:19pt}h2{font-size:14pt;break-before:page}h3{font-size:11pt}p{max-width:45em}
table{border-collapse:collapse;width:100%}
th,td{padding:3pt 5pt;border-bottom:.5pt solid #d9dee6;text-align:left;vertical-align:top;font-size:8.5pt}
td.num,th.num{text-align:right;white-space:nowrap}tr{break-inside:avoid}
tr.sum td{font-weight:600;border-top:1pt solid #121927}.hash{word-break:break-all;font-size:8pt}
svg{margin:6pt 0}text{font:8pt "Public Sans",Arial,sans-serif;fill:#121927}rect{fill:#2563eb}`;

type Unit = Answered["measures"][number]["unit"];
type Cell = { value: number | null; hidden?: true | undefined };
/** Figures as they are drawn: of a kept run, or as everybody reads them. */
type Drawn = Pick<Answered, "by" | "measures"> & {
  rows: readonly { names: readonly string[]; cells: readonly Cell[] }[];
  totals: readonly Cell[];
};

/** A figure as it is read; a dash where there is none. */
const figure = ({ value, hidden }: Cell, unit: Unit): string => {
  if (hidden) return "hidden";
  if (value === null) return "—";
  if (unit === "cents") return formatCents(value, { symbol: false });
  if (unit === "days") return counted(value, "day");
  return unit === "percent" ? `${value} %` : value.toLocaleString("en-US");
};

const titleOf = (m: Answered["measures"][number]) =>
  m.unit === "cents" ? `${m.label}, $` : m.label;

// The first figure of the first rows as bars; a table stands beneath with all of them.
const chart = ({ by, measures, rows }: Drawn): string => {
  const shown = rows.slice(0, bars);
  const values = shown.map((row) => row.cells[0]?.value ?? 0);
  const longest = Math.max(...values.map(Math.abs), 0);
  if (rows.some((row) => row.cells[0]?.hidden)) return "";
  if (by.length === 0 || shown.length < 2 || longest === 0) return "";
  const unit = measures[0]!.unit;
  const lines = shown.map((row, at) => {
    const name = row.names.join(", ").slice(0, 34);
    const width = Math.max(1, Math.round((Math.abs(values[at]!) / longest) * 270));
    const y = at * 18;
    const middle = y + 12;
    return [
      `<text x="0" y="${middle}">${escapeHtml(name)}</text>`,
      `<rect x="200" y="${y + 2}" width="${width}" height="12"/>`,
      `<text x="${width + 206}" y="${middle}">${figure({ value: values[at]! }, unit)}</text>`,
    ].join("");
  });
  const said = `${titleOf(measures[0]!)}: the first ${shown.length} of ${rows.length}`;
  return `<svg role="img" aria-label="${escapeHtml(said)}" width="560" height="${shown.length * 18}">${lines.join("")}</svg>`;
};

const table = ({ by, measures, rows, totals }: Drawn, whole: string): string => {
  const head = [
    ...by.map((b) => `<th scope="col">${escapeHtml(b.label)}</th>`),
    ...measures.map((m) => `<th scope="col" class="num">${escapeHtml(titleOf(m))}</th>`),
  ].join("");
  const cells = (all: readonly Cell[]) =>
    all.map((each, at) => `<td class="num">${figure(each, measures[at]!.unit)}</td>`).join("");
  const body = rows
    .slice(0, mostRows)
    .map(
      (row) =>
        `<tr>${row.names.map((n) => `<td>${escapeHtml(n)}</td>`).join("")}${cells(row.cells)}</tr>`,
    );
  const left = rows.length - mostRows;
  const rest =
    left > 0
      ? `<p>${counted(left, "further row")} of it ${left === 1 ? "stands" : "stand"} in ${whole}.</p>`
      : "";
  const together = by.length > 0 ? `<td colspan="${by.length}">Together</td>` : "";
  const sum = `<tr class="sum">${together}${cells(totals)}</tr>`;
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join("")}${sum}</tbody></table>${rest}`;
};

/** The picture and the table of figures; `whole` says where rows stand that are not printed. */
export const drawnFigures = (figures: Drawn, whole: string): string =>
  `${chart(figures)}${table(figures, whole)}`;

const spanOf = ({ from, until }: Answered): string =>
  from && until ? ` It is of ${formatDate(from)} to ${formatDate(until)}.` : "";

const momentsOf = (answer: Answered, timeZone: string): string => {
  const words = momentWords(answer, timeZone);
  return words ? ` Its figures are ${words}.` : "";
};

const keptAs = ({ number, keptBy, keptAt, answer }: PacketRun, timeZone: string): string => {
  const by = keptBy ? `by ${escapeHtml(keptBy)} ` : "";
  return `${escapeHtml(number)}, kept ${by}on ${formatInstant(keptAt, timeZone)}.${spanOf(answer)}${momentsOf(answer, timeZone)}`;
};

// Why rows differ from their budget, as it stood when the run was kept.
const explanations = ({ by, rows, explained }: Answered, timeZone: string): string => {
  if (!explained) return "";
  const told = rows.flatMap(({ names, explanation: said }) => {
    if (!said || (!said.needed && !said.written)) return [];
    const { written } = said;
    const by = written?.writtenBy ? `${escapeHtml(written.writtenBy)}, ` : "";
    const text = written
      ? `${escapeHtml(written.explanation)} (${by}${formatInstant(written.writtenAt, timeZone)})`
      : "Not explained.";
    const cells = names.map((name) => `<td>${escapeHtml(name)}</td>`).join("");
    return `<tr>${cells}<td>${text}</td></tr>`;
  });
  if (told.length === 0) return "";
  const heads = [...by.map((each) => each.label), "Why it differs"]
    .map((name) => `<th scope="col">${escapeHtml(name)}</th>`)
    .join("");
  return `<h3>${varianceHeading(explained)} (${escapeHtml(explained.citation)})</h3>
<table><thead><tr>${heads}</tr></thead><tbody>${told.join("")}</tbody></table>`;
};

const part = (run: PacketRun, timeZone: string): string =>
  `<h2>${escapeHtml(run.name)}</h2><p><strong>${escapeHtml(run.finding)}</strong></p>
<p>${keptAs(run, timeZone)}</p>
${drawnFigures(run.answer, "the kept text")}${explanations(run.answer, timeZone)}
<p class="hash">SHA-256 of the kept text: ${run.sha256}</p>`;

const line = (run: PacketRun): string => {
  const cells = [run.name, run.finding, run.number].map((text) => `<td>${escapeHtml(text)}</td>`);
  return `<tr>${cells.join("")}<td class="hash">${run.sha256}</td></tr>`;
};

const proof =
  "Every figure stood so when it was kept. Each kept text is in the audit record under its hash, " +
  "and an evidence package of the same runs proves it without the agency.";

/** Kept runs as one paper: what each found, then each with its figures and the hash of its kept text. */
export const packetDocument = (
  runs: readonly PacketRun[],
  agency: string,
  timeZone: string,
): string => {
  const title = runs.length === 1 ? runs[0]!.name : `Packet of ${counted(runs.length, "report")}`;
  const heads = ["Report", "What it found", "Kept as", "SHA-256"]
    .map((name) => `<th scope="col">${name}</th>`)
    .join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>${packetStyle}</style></head><body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(agency)}. ${proof}</p>
<table><thead><tr>${heads}</tr></thead><tbody>${runs.map(line).join("")}</tbody></table>
${runs.map((run) => part(run, timeZone)).join("")}</body></html>`;
};
