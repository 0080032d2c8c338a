import { formatDate } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import { addMonths, daysBetween, type Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import type { TaskKind } from "./schedule.labels.ts";

export type PaperTask = {
  code: string;
  name: string;
  kind: TaskKind;
  level: number;
  percent: number;
  critical: boolean;
  startsOn: Day;
  finishOn: Day;
  /** Days of the baseline. */
  baseStartsOn: Day | null;
  baseFinishOn: Day | null;
  slipDays: number | null;
};
export type SchedulePaper = {
  agency: string;
  project: string;
  name: string;
  today: Day;
  dataDate: Day;
  finishOn: Day;
  baseFinishOn: Day | null;
  tasks: readonly PaperTask[];
  /** Tasks that are no more on the paper. */
  left: number;
  /** What this copy is, where it is not the schedule as it stands. */
  kept?: string;
};

/** A paper shows so many tasks at most. */
export const mostPrinted = 2000;

const style = `@page{size:letter landscape;margin:12mm;@bottom-center{content:"Page " counter(page) " of " counter(pages);font-size:7pt}}
body{font:9pt/1.35 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:15pt;margin:0 0 1.5mm}p{margin:0 0 3mm}
table{border-collapse:collapse;width:100%;table-layout:fixed}
th,td{padding:1.2pt 3pt;border-bottom:.4pt solid #d9dee6;text-align:left;vertical-align:middle;font-size:7.5pt}
td{overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
tr{break-inside:avoid}.n{text-align:right}.s{font-weight:600}
.bars{width:120mm;padding:0}svg{display:block;width:120mm}`;

const width = 1000;
type Scale = { from: Day; days: number };
const xOf = ({ from, days }: Scale, on: Day, after = 0): number =>
  Math.round(((daysBetween(from, on) + after) / days) * width);

const earliest = (days: readonly Day[]): Day => days.reduce((a, b) => (a < b ? a : b));
const latest = (days: readonly Day[]): Day => days.reduce((a, b) => (a > b ? a : b));

const scaleOf = ({ tasks, dataDate }: SchedulePaper): Scale => {
  const starts = tasks.flatMap(({ startsOn, baseStartsOn }) => [
    startsOn,
    baseStartsOn ?? startsOn,
  ]);
  const ends = tasks.flatMap(({ finishOn, baseFinishOn }) => [finishOn, baseFinishOn ?? finishOn]);
  const from = earliest([...starts, dataDate]);
  return { from, days: daysBetween(from, latest([...ends, dataDate])) + 1 };
};

const monthOf = (on: Day): Day => addMonths(on, 0).replace(/-\d\d$/, "-01") as Day;

// The first days of the months within; with many only every third, or each year's.
const ticks = ({ from, days }: Scale): Day[] => {
  const step = days > 1500 ? 12 : days > 400 ? 3 : 1;
  const found: Day[] = [];
  for (let on = addMonths(monthOf(from), 1); daysBetween(from, on) < days; on = addMonths(on, step))
    found.push(on);
  return found;
};

const axis = (scale: Scale): string => {
  const marks = ticks(scale).map(
    (on) =>
      `<text x="${xOf(scale, on) + 4}" y="30" font-size="24">${escapeHtml(formatDate(on))}</text>`,
  );
  return `<svg viewBox="0 0 ${width} 40" aria-hidden="true">${marks.join("")}</svg>`;
};

const rectOf = (x: number, to: number, y: number, height: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${Math.max(2, to - x)}" height="${height}" fill="${fill}"/>`;

const barOf = (scale: Scale, task: PaperTask): string => {
  const [x, to] = [xOf(scale, task.startsOn), xOf(scale, task.finishOn, 1)];
  const fill = task.critical ? "#b42318" : "#2f5fb3";
  if (task.kind === "milestone") return `<path d="M${to} 4l14 14-14 14-14-14z" fill="${fill}"/>`;
  if (task.kind === "summary") return rectOf(x, to, 8, 10, "#121927");
  const done = x + Math.round(((to - x) * task.percent) / 100);
  const told = task.percent > 0 ? rectOf(x, done, 12, 8, "#121927") : "";
  return rectOf(x, to, 6, 20, fill) + told;
};

const drawing = (scale: Scale, task: PaperTask, dataDate: Day): string => {
  const base =
    task.baseStartsOn && task.baseFinishOn
      ? rectOf(xOf(scale, task.baseStartsOn), xOf(scale, task.baseFinishOn, 1), 30, 6, "#9aa4b2")
      : "";
  const at = xOf(scale, dataDate);
  const line = `<line x1="${at}" x2="${at}" y1="0" y2="40" stroke="#b54708" stroke-width="2" stroke-dasharray="6 4"/>`;
  return `<svg viewBox="0 0 ${width} 40" aria-hidden="true">${line}${base}${barOf(scale, task)}</svg>`;
};

const slip = (days: number | null): string => (days === null ? "" : String(days));

const row = (scale: Scale, task: PaperTask, dataDate: Day): string =>
  `<tr><td>${escapeHtml(task.code)}</td><td class="${task.kind === "summary" ? "s" : ""}" style="padding-left:${3 + task.level * 7}pt">${escapeHtml(task.name)}</td><td>${escapeHtml(formatDate(task.startsOn))}</td><td>${escapeHtml(formatDate(task.finishOn))}</td><td class="n">${task.percent} %</td><td class="n">${slip(task.slipDays)}</td><td class="bars">${drawing(scale, task, dataDate)}</td></tr>`;

const widths = ["16mm", "", "20mm", "20mm", "11mm", "11mm", "120mm"];

/**
 * A schedule as a document on Letter landscape: a line a task, its bar beside it with the baseline
 * beneath and the data date across; head and axis stand on every page.
 */
export const scheduleDocument = (paper: SchedulePaper): string => {
  const scale = scaleOf(paper);
  const title = `Schedule of ${paper.name}`;
  const key =
    paper.kept === undefined
      ? "Red is critical, grey the baseline, black what is done."
      : "Black is what was done.";
  const against =
    paper.kept !== undefined
      ? ` ${paper.kept.trim()}`
      : paper.baseFinishOn
        ? ` Baseline finish ${formatDate(paper.baseFinishOn)}.`
        : " No baseline is approved.";
  const more =
    paper.left > 0
      ? ` ${counted(paper.left, "more task is", "more tasks are")} not on this paper.`
      : "";
  const heads = ["Code", "Task", "Start", "Finish", "Done", "Days late"]
    .map((head, at) => `<th${at > 3 ? ' class="n"' : ""}>${head}</th>`)
    .join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>${style}</style></head><body><h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(paper.agency)} · ${escapeHtml(paper.project)} · printed ${escapeHtml(formatDate(paper.today))}<br>
Progress told up to ${escapeHtml(formatDate(paper.dataDate))}.
${paper.kept === undefined ? "Forecast finish" : "Finish"}
${escapeHtml(formatDate(paper.finishOn))}.${escapeHtml(against)}${escapeHtml(more)}
${key}</p>
<table><colgroup>${widths.map((w) => `<col${w ? ` style="width:${w}"` : ""}>`).join("")}</colgroup>
<thead><tr>${heads}<th class="bars">${axis(scale)}</th></tr></thead>
<tbody>${paper.tasks.map((task) => row(scale, task, paper.dataDate)).join("\n")}</tbody></table>
</body></html>`;
};
