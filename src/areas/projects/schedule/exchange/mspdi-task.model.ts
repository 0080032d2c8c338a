import type { ConstraintKind } from "../network.model.ts";
import { momentIn, type Beyond, type Findings, type PlanTask } from "./plan.model.ts";
import { isSet, numberOf, textOf, within, type Element } from "./xml.model.ts";

/** A task as it is read, with the depth that its place among the others is found by. */
export type ReadTask = { task: PlanTask; level: number; element: Element };
/** What of the file its tasks are read by. */
export type Ground = {
  findings: Findings;
  /** Of custom fields by their number: what they are called. */
  aliases: ReadonlyMap<string, string>;
  calendars: ReadonlySet<string>;
  assigned: ReadonlySet<string>;
  fromFinish: boolean;
};

/** The calendar of lengths that are counted day and night. */
export const elapsedUid = "elapsed";
const elapsedFormats = new Set([4, 6, 8, 10, 12, 20, 36, 38, 40, 42, 44, 52]);
/** Whether a format of a length counts day and night. */
export const isElapsed = (format: number): boolean => elapsedFormats.has(format);

const constraints: readonly (ConstraintKind | null)[] = [
  null,
  "asLateAsPossible",
  "startOn",
  "finishOn",
  "startNoEarlier",
  "startNoLater",
  "finishNoEarlier",
  "finishNoLater",
];

const lengthPattern = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
/** Minutes of a length (`PT8H30M0S`); null where none stands, a fault where it is no length. */
const lengthIn = (of: Element, name: string, row: number, findings: Findings): number | null => {
  const text = textOf(of, name);
  if (text === "") return null;
  const [whole, sign, days, hours, minutes, seconds] = lengthPattern.exec(text) ?? [];
  if (whole === undefined) {
    findings.wrong(row, `${name}: ${text.slice(0, 40)} is no length of time.`);
    return null;
  }
  const sum =
    Number(days ?? 0) * 1440 +
    Number(hours ?? 0) * 60 +
    Number(minutes ?? 0) +
    Math.round(Number(seconds ?? 0) / 60);
  return sign === "-" ? -sum : sum;
};

const codeAlias = /^(activity ?id|task ?code|code)$/i;
const codeOf = (element: Element, uid: string, aliases: Ground["aliases"]): string => {
  const own = within(element, "ExtendedAttribute").find((each) =>
    codeAlias.test(aliases.get(textOf(each, "FieldID")) ?? ""),
  );
  return (own && textOf(own, "Value")) || uid;
};

const calendarOf = (element: Element, { calendars }: Ground) => {
  const named = textOf(element, "CalendarUID");
  if (isElapsed(numberOf(element, "DurationFormat")))
    return { calendar: elapsedUid, missingCalendar: null };
  const none = named === "" || Number(named) < 0;
  const known = calendars.has(named);
  return { calendar: known ? named : null, missingCalendar: none || known ? null : named };
};

const beyondOf = (element: Element, uid: string, ground: Ground): Beyond[] => {
  const resumes = textOf(element, "Resume");
  const found: [Beyond, boolean][] = [
    ["manual", isSet(element, "Manual")],
    ["levelling", numberOf(element, "LevelingDelay") !== 0],
    ["split", resumes !== "" && textOf(element, "Stop") < resumes],
    ["resources", ground.assigned.has(uid)],
    ["fromFinish", ground.fromFinish],
  ];
  return found.filter(([, holds]) => holds).map(([what]) => what);
};

const constraintOf = (element: Element, row: number, findings: Findings) => {
  const type = numberOf(element, "ConstraintType");
  const kind = constraints[type];
  if (kind === undefined) findings.left("Constraints of an unknown kind", textOf(element, "Name"));
  if (!kind) return null;
  if (kind === "asLateAsPossible") return { kind, at: 0 };
  const label = "Constraint";
  const at = momentIn(textOf(element, "ConstraintDate"), { row, label, findings });
  if (at === null) findings.wrong(row, `${textOf(element, "Name")}: its constraint has no date.`);
  return at === null ? null : { kind, at };
};

const lengthsOf = (element: Element, row: number, ground: Ground) => {
  const { findings } = ground;
  const percent = numberOf(element, "PercentComplete");
  const duration = lengthIn(element, "Duration", row, findings) ?? 0;
  const left = lengthIn(element, "RemainingDuration", row, findings);
  return { percent, duration, remaining: left ?? Math.round(duration * (1 - percent / 100)) };
};

/** One task of the file; null for a blank row and for what is no task of this project. */
export const readTask = (element: Element, ground: Ground): ReadTask | null => {
  const { findings } = ground;
  const uid = textOf(element, "UID");
  const level = numberOf(element, "OutlineLevel");
  if (isSet(element, "IsNull") || (uid === "0" && level === 0)) return null;
  const row = numberOf(element, "ID");
  const name = textOf(element, "Name");
  const inactive = textOf(element, "Active") !== "" && !isSet(element, "Active");
  if (inactive || isSet(element, "ExternalTask")) {
    findings.left(inactive ? "Inactive tasks" : "Tasks of other projects", name);
    return null;
  }
  const at = (field: string, label: string) =>
    momentIn(textOf(element, field), { row, label: `${name}, ${label}`, findings });
  const isSummary = isSet(element, "Summary");
  const lengths = lengthsOf(element, row, ground);
  const kind = isSummary ? "summary" : lengths.duration === 0 ? "milestone" : "task";
  const task: PlanTask = {
    uid,
    code: codeOf(element, uid, ground.aliases),
    name,
    row,
    kind,
    parent: null,
    ...calendarOf(element, ground),
    ...(isSummary ? { duration: 0, remaining: 0, percent: 0 } : lengths),
    actualStart: isSummary ? null : at("ActualStart", "actual start"),
    actualFinish: isSummary ? null : at("ActualFinish", "actual finish"),
    constraint: isSummary ? null : constraintOf(element, row, findings),
    deadline: at("Deadline", "deadline"),
    start: at("Start", "start"),
    finish: at("Finish", "finish"),
    cents: isSummary ? 0 : Math.round(numberOf(element, "Cost")),
    beyond: beyondOf(element, uid, ground),
  };
  return { task, level, element };
};

/** Tasks beneath the summary that their depth puts them under. */
export const nest = (read: readonly ReadTask[], findings: Findings): PlanTask[] => {
  const open: ReadTask[] = [];
  return read.map((each) => {
    while (open.length > 0 && open.at(-1)!.level >= each.level) open.pop();
    const above = open.at(-1);
    open.push(each);
    if (above && above.task.kind !== "summary")
      findings.wrong(
        each.task.row,
        `${each.task.name} is beneath ${above.task.name}, which is no summary.`,
      );
    return { ...each.task, parent: above?.task.uid ?? null };
  });
};
