import type { Shift } from "../worktime.model.ts";
import { lagAlias, overrideCategory } from "./mspdi-read.model.ts";
import { elapsedUid } from "./mspdi-task.model.ts";
import {
  clockAt,
  dayAt,
  type Plan,
  type PlanCalendar,
  type PlanLink,
  type PlanTask,
} from "./plan.model.ts";

const codeField = "188743731";
const lagField = "188743734";
const links = { FF: 0, FS: 1, SF: 2, SS: 3 } as const;
const constraints = {
  asLateAsPossible: 1,
  startOn: 2,
  finishOn: 3,
  startNoEarlier: 4,
  startNoLater: 5,
  finishNoEarlier: 6,
  finishNoLater: 7,
} as const;
/** Formats of lengths: days, and elapsed days. */
const [days, elapsedDays] = [7, 8];

const escapes: Readonly<Record<string, string>> = {
  "<": "&lt;",
  ">": "&gt;",
  "&": "&amp;",
  '"': "&quot;",
};
const escaped = (text: string): string => text.replace(/[<>&"]/g, (sign) => escapes[sign]!);

type Value = string | number | boolean | null | readonly string[];
/** Elements in their order; null leaves one out. */
const elements = (of: readonly (readonly [string, Value])[]): string =>
  of
    .map(([name, value]) => {
      if (value === null) return "";
      if (Array.isArray(value))
        return value.length > 0 ? `<${name}>${value.join("")}</${name}>` : `<${name}/>`;
      const text = typeof value === "boolean" ? (value ? "1" : "0") : escaped(String(value));
      return `<${name}>${text}</${name}>`;
    })
    .join("");

const moment = (at: number | null): string | null =>
  at === null ? null : `${dayAt(at)}T${clockAt(at % 1440)}:00`;
const length = (minutes: number): string => `PT${Math.floor(minutes / 60)}H${minutes % 60}M0S`;

const timesOf = (shifts: readonly Shift[]): readonly string[] =>
  shifts.map(({ from, to }) =>
    elements([
      [
        "WorkingTime",
        [
          elements([
            ["FromTime", `${clockAt(from)}:00`],
            ["ToTime", `${clockAt(to)}:00`],
          ]),
        ],
      ],
    ]),
  );
const worksOn = (shifts: readonly Shift[]): [string, Value][] => [
  ["DayWorking", shifts.length > 0],
  ["WorkingTimes", shifts.length > 0 ? timesOf(shifts) : null],
];

const calendarOf = ({ uid, name, week, exceptions }: PlanCalendar): string =>
  elements([
    ["UID", uid],
    ["Name", name],
    ["IsBaseCalendar", true],
    ["BaseCalendarUID", -1],
    [
      "WeekDays",
      week.map((shifts, at) =>
        elements([["WeekDay", [elements([["DayType", at + 1], ...worksOn(shifts)])]]]),
      ),
    ],
    [
      "Exceptions",
      exceptions.map(({ on, shifts, why }) => {
        const period = [
          elements([
            ["FromDate", `${on}T00:00:00`],
            ["ToDate", `${on}T23:59:00`],
          ]),
        ];
        const rest: [string, Value][] = [
          ["Occurrences", 1],
          ["Name", why],
          ["Type", 1],
          ...worksOn(shifts),
        ];
        const own = [elements([["EnteredByOccurrences", false], ["TimePeriod", period], ...rest])];
        return elements([["Exception", own]]);
      }),
    ],
  ]);

const linkOf = ({ from, type, lag, lagCalendar }: PlanLink): string =>
  elements([
    [
      "PredecessorLink",
      [
        elements([
          ["PredecessorUID", from],
          ["Type", links[type]],
          ["CrossProject", false],
          ["LinkLag", lag * 10],
          ["LagFormat", lagCalendar === "allHours" ? elapsedDays : days],
        ]),
      ],
    ],
  ]);

// What a link of Microsoft Project cannot say: whose calendar its lag is counted in.
const ownLags = (into: readonly PlanLink[]): string | null => {
  const said = into.filter(
    ({ lagCalendar }) => lagCalendar === "predecessor" || lagCalendar === "project",
  );
  return said.length === 0
    ? null
    : said.map(({ from, type, lagCalendar }) => `${from}${type}=${lagCalendar}`).join(" ");
};

const fields = (task: PlanTask, into: readonly PlanLink[]): string => {
  const field = (id: string, value: string) =>
    elements([
      [
        "ExtendedAttribute",
        [
          elements([
            ["FieldID", id],
            ["Value", value],
          ]),
        ],
      ],
    ]);
  const lags = ownLags(into);
  return field(codeField, task.code) + (lags === null ? "" : field(lagField, lags));
};

type Numbered = { task: PlanTask; row: number; number: string; level: number };
const numbered = (tasks: readonly PlanTask[]): Numbered[] => {
  const numbers = new Map<string | null, { number: string; level: number; children: number }>();
  numbers.set(null, { number: "", level: 0, children: 0 });
  return tasks.map((task, at) => {
    const above = numbers.get(task.parent)!;
    above.children += 1;
    const number = above.number === "" ? `${above.children}` : `${above.number}.${above.children}`;
    const own = { number, level: above.level + 1, children: 0 };
    numbers.set(task.uid, own);
    return { task, row: at + 1, number, level: own.level };
  });
};

const constraintOf = ({ constraint }: PlanTask): [string, Value][] => {
  if (!constraint) return [["ConstraintType", 0]];
  const { kind, at } = constraint;
  const date = kind === "asLateAsPossible" ? null : moment(at);
  return [
    ["ConstraintType", constraints[kind]],
    ["ConstraintDate", date],
  ];
};

const taskOf = ({ task, row, number, level }: Numbered, into: readonly PlanLink[]): string => {
  const done = task.actualFinish !== null;
  const worked = Math.max(0, task.duration - task.remaining);
  const calendar = task.calendar === elapsedUid ? null : task.calendar;
  const format = task.calendar === elapsedUid ? elapsedDays : days;
  const head: [string, Value][] = [
    ["UID", task.uid],
    ["ID", row],
    ["Name", task.name],
    ["Active", true],
    ["Manual", false],
    ["Type", 1],
    ["IsNull", false],
    ["WBS", number],
    ["OutlineNumber", number],
    ["OutlineLevel", level],
    ["Priority", 500],
    ["Start", moment(task.start)],
    ["Finish", moment(task.finish)],
    ["Duration", length(task.duration)],
    ["DurationFormat", format],
    ["EffortDriven", false],
    ["Estimated", false],
    ["Milestone", task.kind === "milestone"],
    ["Summary", task.kind === "summary"],
  ];
  const rest: [string, Value][] = [
    ["FixedCost", task.cents],
    ["PercentComplete", task.percent],
    ["Cost", task.cents],
    ["ActualStart", moment(task.actualStart)],
    ["ActualFinish", moment(task.actualFinish)],
    ["ActualDuration", length(done ? task.duration : worked)],
    ["RemainingDuration", length(task.remaining)],
    ...constraintOf(task),
    ["CalendarUID", calendar ?? -1],
    ["Deadline", moment(task.deadline)],
    ["IgnoreResourceCalendar", true],
  ];
  return `<Task>${elements([...head, ...rest])}${into.map(linkOf).join("")}${fields(task, into)}</Task>`;
};

const attributes = (plan: Plan): string[] => {
  const attribute = (id: string, name: string, alias: string) =>
    elements([
      [
        "ExtendedAttribute",
        [
          elements([
            ["FieldID", id],
            ["FieldName", name],
            ["Alias", alias],
          ]),
        ],
      ],
    ]);
  const own = plan.links.some(
    ({ lagCalendar }) => lagCalendar === "predecessor" || lagCalendar === "project",
  );
  return [
    attribute(codeField, "Text1", "Code"),
    ...(own ? [attribute(lagField, "Text2", lagAlias)] : []),
  ];
};

/**
 * A plan as Microsoft Project reads it (XML). Its unique ids are numbers there. The code of a task
 * and the calendars of its lags travel in custom texts, so that `readMspdi` gives the plan again.
 */
export const writeMspdi = (plan: Plan): string => {
  const into = new Map<string, PlanLink[]>();
  for (const link of plan.links) into.set(link.to, [...(into.get(link.to) ?? []), link]);
  const finish = plan.tasks.reduce((last, task) => Math.max(last, task.finish ?? 0), plan.start);
  const head: [string, Value][] = [
    ["SaveVersion", 14],
    ["Name", plan.name],
    ["Title", plan.name],
    ["Category", plan.outOfSequence === "override" ? overrideCategory : null],
    ["ScheduleFromStart", true],
    ["StartDate", moment(plan.start)],
    ["FinishDate", moment(finish)],
    ["CurrencyDigits", 2],
    ["CurrencyCode", "USD"],
    ["CalendarUID", plan.calendar],
    ["MinutesPerDay", 480],
    ["MinutesPerWeek", 2400],
    ["DaysPerMonth", 20],
    ["HonorConstraints", false],
    ["NewTasksAreManual", false],
    ["StatusDate", moment(plan.dataDate)],
    ["ExtendedAttributes", attributes(plan)],
    [
      "Calendars",
      plan.calendars
        .filter(({ uid }) => uid !== elapsedUid)
        .map((calendar) => `<Calendar>${calendarOf(calendar)}</Calendar>`),
    ],
  ];
  const tasks = numbered(plan.tasks).map((each) => taskOf(each, into.get(each.task.uid) ?? []));
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Project xmlns="http://schemas.microsoft.com/project">${elements([...head, ["Tasks", tasks]])}</Project>
`;
};
