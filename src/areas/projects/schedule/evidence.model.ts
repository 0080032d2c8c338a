import { changeStatuses } from "#areas/contracts/contracts.public.ts";
import { formatDate } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { whoseCauses } from "./extension/extension.labels.ts";
import type { AskedSlip } from "./extension/extension.model.ts";
import { effectOf, finishMoved, unexplainedSaid } from "./extension/words.ts";
import { updateSources, type UpdateSource } from "./schedule.labels.ts";

/** Whose schedule a paper is about. */
export type PaperHead = { agency: string; number: string; project: string };
export type ToldUpdate = {
  number: number;
  dataDate: Day;
  finishOn: Day;
  source: UpdateSource;
  by: string;
  at: Instant;
  narrative: string;
};
export type AskedExtension = {
  number: string;
  title: string;
  status: keyof typeof changeStatuses;
  slip: AskedSlip;
  /** Days that the change in force gave; null before. */
  appliedDays: number | null;
};

const style = `@page{size:letter;margin:16mm}
body{font:10pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:16pt;margin:0 0 2mm}h2{font-size:11.5pt;margin:6mm 0 1.5mm}
table{border-collapse:collapse;width:100%}
th,td{padding:2.5pt 4pt;border-bottom:.5pt solid #d9dee6;text-align:left;vertical-align:top;font-size:9pt}
tr{break-inside:avoid}`;

const text = (words: string) => escapeHtml(words).replaceAll("\n", "<br>");
const row = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${text(cell)}</td>`).join("")}</tr>`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr></thead><tbody>${rows.map(row).join("\n")}</tbody></table>`;

const paper = (what: string, { agency, number, project }: PaperHead, body: string): string => {
  const title = `${what} of ${number}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>${style}</style></head><body><h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(agency)} · ${escapeHtml(project)}</p>
${body}
</body></html>`;
};

/**
 * The updates of a schedule as a document, the newest first: up to when each told of progress, the
 * finish that followed, who made it, what happened. `at` writes an instant in the agency's time.
 */
export const updatesDocument = (
  head: PaperHead,
  updates: readonly ToldUpdate[],
  at: (moment: Instant) => string,
): string => {
  const oldest = updates.at(-1)?.number ?? 1;
  const rows = updates.map((update) => [
    String(update.number),
    formatDate(update.dataDate),
    formatDate(update.finishOn),
    `${updateSources[update.source].label}, ${update.by}, ${at(update.at)}`,
    update.narrative,
  ]);
  const left = oldest > 1 ? `<p>Updates before number ${oldest} are not on this paper.</p>` : "";
  return paper(
    "Updates",
    head,
    table(["No.", "Data date", "Finish", "Made", "What happened"], rows) + left,
  );
};

const extension = ({ number, title, status, slip, appliedDays }: AskedExtension): string => {
  const given = appliedDays === null ? "None given yet." : `Given: ${counted(appliedDays, "day")}.`;
  const says = [
    `Between ${slip.before.label} and ${slip.after.label}.`,
    finishMoved(slip),
    unexplainedSaid(slip.unexplained),
    `Asked: ${counted(slip.askedDays, "day")}.`,
    given,
  ];
  const causes = slip.movers.map((mover) => [
    mover.name,
    mover.says,
    effectOf(mover),
    whoseCauses[mover.whose].label,
  ]);
  return `<h2>${escapeHtml(`${number}: ${title} (${changeStatuses[status].label})`)}</h2>
<p>${text(says.filter(Boolean).join(" "))}</p>
${table(["Task", "Cause", "Its effect", "Whose"], causes)}`;
};

/** The extensions of time that were asked because a schedule slipped, each with its causes. */
export const extensionsDocument = (head: PaperHead, asked: readonly AskedExtension[]): string =>
  paper("Extensions of time", head, asked.map(extension).join("\n"));
