import type { LinkType } from "../network.model.ts";
import { WorkTime } from "../worktime.model.ts";
import { calendarsOf } from "./mspdi-calendar.model.ts";
import { elapsedUid, isElapsed, nest, readTask, type Ground } from "./mspdi-task.model.ts";
import {
  Findings,
  momentIn,
  usualWeek,
  wholeWeek,
  type Plan,
  type PlanCalendar,
  type PlanLink,
  type PlanTask,
} from "./plan.model.ts";
import { soundPlan } from "./sound.model.ts";
import { isSet, numberOf, rootOf, textOf, within, type Element } from "./xml.model.ts";

const types: readonly LinkType[] = ["FF", "FS", "SF", "SS"];
const percentFormats = new Set([19, 20, 51, 52]);
/** What the export calls its own fields, so that nothing is lost on the way back. */
export const lagAlias = "Lag calendars";
export const overrideCategory = "Progress out of sequence: override";

const lagCalendars = ["predecessor", "successor", "project", "allHours"] as const;
type Own = ReadonlyMap<string, PlanLink["lagCalendar"]>;
const ownLags = (task: Element, aliases: Ground["aliases"]): Own => {
  const field = within(task, "ExtendedAttribute").find(
    (each) => aliases.get(textOf(each, "FieldID")) === lagAlias,
  );
  const pairs = field ? textOf(field, "Value").split(" ") : [];
  return new Map(
    pairs.flatMap((pair) => {
      const [key = "", said] = pair.split("=");
      const calendar = lagCalendars.find((each) => each === said);
      return calendar ? [[key, calendar] as const] : [];
    }),
  );
};

type Linked = { task: PlanTask; element: Element };
const linksOf = (to: Linked, byUid: ReadonlyMap<string, PlanTask>, ground: Ground): PlanLink[] => {
  const { findings, aliases } = ground;
  const own = ownLags(to.element, aliases);
  return within(to.element, "PredecessorLink").flatMap((link): PlanLink[] => {
    const uid = textOf(link, "PredecessorUID");
    const from = byUid.get(uid);
    if (isSet(link, "CrossProject") || uid === "0" || !from) {
      const known = isSet(link, "CrossProject") || uid === "0";
      if (known) findings.left("Links to other projects", to.task.name);
      else
        findings.wrong(to.task.row, `${to.task.name} follows the task ${uid}, which is not there.`);
      return [];
    }
    if (from.kind === "summary" || to.task.kind === "summary")
      findings.left("Links of summary tasks", `${from.name} → ${to.task.name}`);
    const type = types[numberOf(link, "Type", 1)] ?? "FS";
    const format = numberOf(link, "LagFormat", 7);
    const said = numberOf(link, "LinkLag");
    const lag = percentFormats.has(format) ? (from.duration * said) / 100 : said / 10;
    if (!Number.isFinite(lag))
      findings.wrong(to.task.row, `${to.task.name}: its lag is no number.`);
    const counted = isElapsed(format) ? "allHours" : "successor";
    const lagCalendar = own.get(`${uid}${type}`) ?? counted;
    return [{ from: uid, to: to.task.uid, type, lag: Math.round(lag), lagCalendar }];
  });
};

const nameTheRest = (project: Element, ground: Ground): void => {
  const { findings } = ground;
  const resources = within(project, "Resources", "Resource").filter((each) => textOf(each, "Name"));
  for (const each of resources) findings.left("Resources", textOf(each, "Name"));
  const tasks = within(project, "Tasks", "Task");
  const count = (what: string, name: string) => {
    const holding = tasks.filter((each) => each[name] !== undefined && each[name] !== "");
    if (holding.length > 0) findings.left(what, null, holding.length);
  };
  if (ground.assigned.size > 0)
    findings.left("Assignments of resources", null, ground.assigned.size);
  count("Baselines of tasks", "Baseline");
  count("Notes of tasks", "Notes");
  const fields = [...ground.aliases.values()].filter(
    (alias) => alias !== "Code" && alias !== lagAlias,
  );
  for (const alias of fields) findings.left("Custom fields", alias);
  if (ground.fromFinish) findings.left("Scheduling back from the finish");
};

const nameBeyond = (tasks: readonly PlanTask[], findings: Findings): void => {
  for (const { beyond, name } of tasks) {
    if (beyond.includes("manual")) findings.left("Tasks scheduled by hand", name);
    if (beyond.includes("levelling")) findings.left("Delays by levelling", name);
    if (beyond.includes("split")) findings.left("Tasks in parts", name);
  }
};

/** Up to when progress is told, where the file has no status date: its last actual date. */
const progressOf = (
  tasks: readonly PlanTask[],
  calendars: readonly PlanCalendar[],
  main: string | null,
) => {
  const clocks = new Map<string, WorkTime>();
  const clockOf = (uid: string): WorkTime => {
    const known = clocks.get(uid);
    if (known) return known;
    const { week, exceptions } = calendars.find((each) => each.uid === uid) ?? {
      week: usualWeek(),
      exceptions: [],
    };
    const days = new Map(exceptions.map(({ on, shifts }) => [on, shifts]));
    const made = new WorkTime({ week, exceptions: days });
    clocks.set(uid, made);
    return made;
  };
  const told = tasks.flatMap(({ actualStart, actualFinish, duration, remaining, calendar }) => {
    if (actualFinish !== null) return [actualFinish];
    if (actualStart === null) return [];
    return [clockOf(calendar ?? main ?? "").after(actualStart, Math.max(0, duration - remaining))];
  });
  return told.length === 0 ? null : told.reduce((a, b) => Math.max(a, b));
};

const usedCalendars = (
  all: readonly PlanCalendar[],
  tasks: readonly PlanTask[],
  main: string | null,
  findings: Findings,
) => {
  const used = new Set<string | null>([main, ...tasks.map(({ calendar }) => calendar)]);
  for (const each of all)
    if (!used.has(each.uid)) findings.left("Calendars that no task has", each.name);
  const kept = all.filter(({ uid }) => used.has(uid));
  if (used.has(elapsedUid))
    kept.push({ uid: elapsedUid, name: "24 hours", week: wholeWeek(), exceptions: [] });
  return kept;
};

const groundOf = (
  project: Element,
  calendars: readonly PlanCalendar[],
  findings: Findings,
): Ground => ({
  findings,
  aliases: new Map(
    within(project, "ExtendedAttributes", "ExtendedAttribute").flatMap((each) => {
      const alias = textOf(each, "Alias");
      return alias ? [[textOf(each, "FieldID"), alias] as const] : [];
    }),
  ),
  calendars: new Set(calendars.map(({ uid }) => uid)),
  assigned: new Set(
    within(project, "Assignments", "Assignment")
      .filter((each) => numberOf(each, "ResourceUID") > 0)
      .map((each) => textOf(each, "TaskUID")),
  ),
  fromFinish: textOf(project, "ScheduleFromStart") !== "" && !isSet(project, "ScheduleFromStart"),
});

/**
 * A schedule of Microsoft Project (XML, namespace http://schemas.microsoft.com/project). Lags are
 * counted in the successor's calendar, elapsed ones day and night; costs are cents there too.
 * @throws Refused for what is no such file, and with the faults of its rows.
 */
export const readMspdi = (xml: string): Plan => {
  const findings = new Findings();
  const project = rootOf(xml, "Project");
  const all = calendarsOf(project, findings);
  const named = textOf(project, "CalendarUID");
  const main = all.find(({ uid }) => uid === named)?.uid ?? null;
  if (main === null && named !== "")
    findings.left("The project's calendar, which is not there", named);
  const ground = groundOf(project, all, findings);
  const read = within(project, "Tasks", "Task").flatMap((each) => readTask(each, ground) ?? []);
  const tasks = nest(read, findings);
  const byUid = new Map(tasks.map((task) => [task.uid, task]));
  const links = tasks.flatMap((task, at) =>
    linksOf({ task, element: read[at]!.element }, byUid, ground),
  );
  const at = (field: string, label: string) =>
    momentIn(textOf(project, field), { row: 0, label, findings });
  const starts = tasks.flatMap(({ start }) => start ?? []);
  const start =
    at("StartDate", "Start of the project") ?? starts.reduce((a, b) => Math.min(a, b), Infinity);
  if (!Number.isFinite(start)) findings.wrong(0, "The file says no start of the project.");
  const status = at("StatusDate", "Status date");
  nameTheRest(project, ground);
  nameBeyond(tasks, findings);
  const calendars = usedCalendars(all, tasks, main, findings);
  // What is wrong by row is said before anything is computed of it.
  findings.refuse();
  const told = status === null ? progressOf(tasks, calendars, main) : null;
  const plan = {
    format: "mspdi" as const,
    program: `Microsoft Project XML ${textOf(project, "SaveVersion")}`.trim(),
    name: textOf(project, "Title") || textOf(project, "Name"),
    start,
    dataDate: Math.max(start, status ?? told ?? start),
    dataDateFrom: status === null ? (told === null ? "start" : "progress") : ("file" as const),
    outOfSequence: textOf(project, "Category") === overrideCategory ? "override" : "retained",
    calendar: main,
    calendars,
    tasks,
    links,
  } satisfies Omit<Plan, "unsupported">;
  return soundPlan(plan, findings);
};
