import { z } from "zod";
import { membersNamed } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells, oneOf } from "#server/import/cells.ts";
import { verdictOnKnown } from "#server/import/known-records.ts";
import { defineImporter, type Verdict } from "#server/import/importer.ts";
import { weekdayName, weekdayNames } from "#kernel/weekday-names.ts";
import { employments } from "./schedule.labels.ts";
import { scheduleInput, type ScheduleInput } from "./schedule.model.ts";
import { addSchedule, noWeek } from "./schedule.service.ts";

// `7:00 – 15:30` is how spreadsheets and rosters write it.
const asWritten = (text: string): string =>
  text
    .replaceAll(/\s+/g, "")
    .replaceAll(/[\u2010-\u2015]/g, "-")
    .replaceAll(/(^|-)(?=\d:)/g, "$10");
const address = z.email("Write the address by which they sign in.").toLowerCase();
const rowSchema = scheduleInput
  .pick({ fromDay: true, toDay: true, employment: true, source: true })
  .extend({
    person: address,
    replaces: z.union([address, z.literal("")]).default(""),
    days: z.string().trim().min(1, "Name its days, such as Mon-Fri.").max(80),
    hours: z
      .string()
      .transform(asWritten)
      .pipe(z.string().regex(/^\d{2}:\d{2}-\d{2}:\d{2}$/, "Write the hours as 07:00-15:30.")),
    breakMinutes: z.coerce.number().int().min(0).max(240).default(0),
  });
type Row = z.output<typeof rowSchema>;

const short = Object.entries(weekdayNames).map(([n, name]) => [name.slice(0, 3).toLowerCase(), +n]);
const dayNo = (text: string): number | null =>
  (short.find(([name]) => name === text.trim().slice(0, 3).toLowerCase())?.[1] as number) ?? null;

/** `Mon-Fri` or `Mon, Wed, Sat` as numbers of days, Monday 1; null for what is neither. */
export const daysOf = (text: string): number[] | null => {
  const found: number[] = [];
  for (const part of text.replaceAll(/[\u2010-\u2015]/g, "-").split(",")) {
    const [a, b = a] = part.split("-").map((p) => dayNo(p));
    if (!a || !b) return null;
    for (let n = a; ; n = (n % 7) + 1) {
      found.push(n);
      if (n === b) break;
    }
  }
  return [...new Set(found)].toSorted();
};

const shiftsOf = (row: Row): ScheduleInput["shifts"] | null =>
  daysOf(row.days)?.map((weekday) => ({
    weekday,
    from: row.hours.slice(0, 5),
    to: row.hours.slice(6),
    breakMinutes: row.breakMinutes,
  })) ?? null;

type Shifts = ScheduleInput["shifts"];
type OnFile = {
  key: string;
  toDay: string | null;
  employment: string;
  source: string;
  replacesId: string | null;
  shifts: Shifts;
};

/** A week as people compare it: `Mon 07:00-15:30 (30), Tue …`. */
const weekOf = (shifts: Shifts): string =>
  shifts
    .toSorted((a, b) => a.weekday - b.weekday || a.from.localeCompare(b.from))
    .map(({ weekday, from, to, breakMinutes }) => {
      const day = weekdayName(weekday).slice(0, 3);
      return `${day} ${from}-${to}${breakMinutes ? ` (${breakMinutes})` : ""}`;
    })
    .join(", ");

const known = async (db: Db, rows: readonly Row[]) => {
  const people = await membersNamed(db, {
    emails: rows.flatMap((r) => [r.person, ...(r.replaces ? [r.replaces] : [])]),
  });
  const there = await db.rows<OnFile>(sql`
    select concat(person_id, ' ', from_day) as key, to_day, employment, source, replaces_id, shifts
    from pa_work_schedule
    where org_id = ${db.scope.orgId} and person_id = any(${people.map((p) => p.id)}::uuid[])
  `);
  return {
    people: new Map(people.map((p) => [p.email.toLowerCase(), p.id])),
    there: new Map(there.map((t) => [t.key, t])),
    addresses: new Map(people.map((p) => [p.id, p.email.toLowerCase()])),
  };
};

// What the file leaves empty is not compared; its week always stands in it.
const onKnown = (
  row: Row,
  on: OnFile,
  shifts: Shifts,
  addresses: ReadonlyMap<string, string>,
): Verdict<never> =>
  verdictOnKnown(
    `${row.person} from ${row.fromDay}`,
    [
      { column: "To", onFile: on.toDay ?? "", inFile: row.toDay ?? "" },
      { column: "Employed as", onFile: on.employment, inFile: row.employment },
      {
        column: "Stands in for",
        onFile: on.replacesId ? (addresses.get(on.replacesId) ?? "another person") : "",
        inFile: row.replaces,
      },
      { column: "Hours", onFile: weekOf(on.shifts), inFile: weekOf(shifts) },
      { column: "Source", onFile: on.source, inFile: row.source },
    ],
    "End the schedule on file, or write another first day.",
  );

const judge = (row: Row, all: Awaited<ReturnType<typeof known>>): Verdict<ScheduleInput> => {
  const reject = (column: string, expected: string, found: string, fix: string) =>
    ({ action: "reject", problem: { column, expected, found, fix } }) as const;
  const personId = all.people.get(row.person);
  const unknown = (column: string, found: string) =>
    reject(column, "a member of the agency", found, "Correct the address, or invite them first.");
  if (!personId) return unknown("Employee", row.person);
  const replacesId = row.replaces ? all.people.get(row.replaces) : null;
  if (replacesId === undefined) return unknown("Stands in for", row.replaces);
  if (row.employment === "backfill" && !replacesId)
    return reject("Stands in for", "whom a back-fill replaces", "nothing", "Write their address.");
  const shifts = shiftsOf(row);
  if (!shifts)
    return reject("Days", "days such as Mon-Fri or Mon, Wed", row.days, "Write them in English.");
  const on = all.there.get(`${personId} ${row.fromDay}`);
  if (on) return onKnown(row, on, shifts, all.addresses);
  const impossible = noWeek(shifts);
  if (impossible) return reject("Hours", "a week of shifts", row.hours, impossible);
  const { fromDay, toDay, employment, source } = row;
  return {
    action: "create",
    plan: { personId, replacesId, fromDay, toDay, employment, source, shifts },
  };
};

/** Work schedules from a file, one a row; who has one from that day on already keeps it. */
export const scheduleImporter = defineImporter({
  kind: "pa-work-schedules",
  label: "work schedules",
  permission: "recovery.hours",
  batch: 200,
  schema: rowSchema,
  keys: (row) => [`${row.person} ${row.fromDay}`],
  plan: async (db, rows) => {
    const all = await known(db, rows);
    return rows.map((row) => judge(row, all));
  },
  apply: async (tx, actor, rows) => {
    for (const { plan } of rows) await addSchedule(tx, actor, plan);
  },
  fields: [
    {
      name: "person",
      label: "Employee",
      required: true,
      aliases: ["Email", "Name"],
      type: cells.email,
    },
    { name: "fromDay", label: "From", required: true, type: cells.day },
    { name: "toDay", label: "To", type: cells.day },
    {
      name: "employment",
      label: "Employed as",
      required: true,
      type: oneOf(employments),
    },
    { name: "replaces", label: "Stands in for", type: cells.email },
    { name: "days", label: "Days", required: true, expected: "Mon-Fri" },
    { name: "hours", label: "Hours", required: true, expected: "07:00-15:30" },
    { name: "breakMinutes", label: "Break minutes", aliases: ["Break"], type: cells.whole },
    { name: "source", label: "Source", required: true },
  ],
});
