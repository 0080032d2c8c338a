import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, day } from "#kernel/time.ts";
import {
  enterHours,
  hourInput,
  hoursOnFile,
  laborClassesOf,
  unitsNamed,
} from "#areas/assets/assets.server.ts";
import { openYearOf } from "#areas/budget/budget.server.ts";
import { staffOf } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { openFiles } from "#server/files/holders.ts";
import { fileRows } from "#server/import/file-rows.ts";
import { asSystem } from "#server/lifecycle.ts";
import { splitBySchedule } from "../law/schedule.model.ts";
import { paTimesheet } from "../proof.tables.ts";
import { paDeclaration } from "../recovery.tables.ts";
import { schedulesOf } from "../schedule/schedule.service.ts";
import { judgeSheet, type Sides, type Taken } from "./judge.model.ts";
import type { timesheetInput, TimesheetResult } from "./timesheet.api.model.ts";
import { sheetOf, type Entry, type Refusal, type Sheet } from "./timesheet.model.ts";

const mostRows = 2_000;
const mostPeople = 5_000;

const rowsOf = async (app: App, sha256: string): Promise<string[][]> => {
  const rows: string[][] = [];
  for await (const some of fileRows(app.files, sha256)) {
    rows.push(...some);
    if (rows.length > mostRows + 30)
      throw invalidField("fileId", `Take ${mostRows} rows at a time: one pay period of a crew.`);
  }
  return rows;
};

// Days whose books are open; a day outside every open year is closed.
const openDays = async (tx: Tx, entries: readonly Entry[]): Promise<ReadonlySet<string>> => {
  const days = [...new Set(entries.map((e) => e.day))];
  const found = await Promise.all(days.map((day) => openYearOf(tx, day)));
  return new Set(days.filter((_, n) => found[n] !== null));
};

const grouped = (pairs: readonly (readonly [string, string])[]): Map<string, string[]> => {
  const all = new Map<string, string[]>();
  for (const [name, id] of pairs) {
    const known = all.get(name) ?? [];
    if (!known.includes(id)) all.set(name, [...known, id]);
  }
  return all;
};

const sidesOf = async (
  tx: Tx,
  actor: Actor,
  entries: readonly Entry[],
  beginsAt: string,
): Promise<Sides> => {
  const [staff, classes, units, open] = await Promise.all([
    staffOf(tx, actor, { departmentIds: [], roles: [], duties: [] }, mostPeople),
    laborClassesOf(tx),
    unitsNamed(tx, [...new Set(entries.map((e) => e.unit).filter(Boolean))]),
    openDays(tx, entries),
  ]);
  const people = grouped(
    staff.flatMap((p) => [
      [p.email.toLowerCase(), p.id] as const,
      [p.name.toLowerCase(), p.id] as const,
    ]),
  );
  const ids = [
    ...new Set(entries.flatMap((e) => people.get(e.who.toLowerCase()) ?? [])),
  ].toSorted();
  const days = entries.map((e) => e.day).toSorted();
  const near = (day: string | undefined, by: number) => day && addDays(day, by);
  const lying = await hoursOnFile(tx, {
    personIds: ids,
    from: near(days[0], -1) ?? "2000-01-01",
    to: near(days.at(-1), 1) ?? "2000-01-01",
  });
  return {
    zone: tx.scope.timeZone ?? actor.timeZone ?? "UTC",
    today: businessDate(tx.scope),
    beginsAt,
    people,
    classes: new Map(
      classes
        .filter((c) => c.active)
        .flatMap((c) => [
          [c.code.toLowerCase(), c.id],
          [c.name.toLowerCase(), c.id],
        ]),
    ),
    units: grouped(units.flatMap((u) => [[u.tag, u.id] as const, [u.name, u.id] as const])),
    closed: (day) => !open.has(day),
    lying: lying.map((h) => ({ ...h, from: Date.parse(h.fromAt), to: Date.parse(h.toAt) })),
  };
};

// The rows were judged to be a crew's of this agency: whoever may read in timesheets enters for others.
const enter = (tx: Tx, actor: Actor, incidentId: string, t: Taken) =>
  enterHours(
    tx,
    asSystem(actor),
    hourInput.parse({
      kind: t.unitId ? "equipment" : "labor",
      personId: t.personId,
      laborClassId: t.unitId ? null : t.classId,
      unitId: t.unitId,
      fromAt: new Date(t.fromAt).toISOString(),
      toAt: new Date(t.toAt).toISOString(),
      breakMinutes: t.breakMinutes,
      standbyMinutes: t.standby,
      pay: t.pay,
      activity: t.activity,
      incidentId,
    }),
  );

const sum = (rows: readonly { counted: number }[]) => rows.reduce((n, r) => n + r.counted, 0);
// What a row says, or what its times give.
const readMinutes = (sheet: Sheet): number =>
  sheet.entries.reduce((n, e) => n + (e.minutes ?? 0), 0);

// Overtime in scheduled hours is taken, and asked about: a shift may have been moved, or it was regular time.
const askedOf = async (tx: Tx, take: readonly Taken[], zone: string): Promise<Refusal[]> => {
  const labor = take.filter((t) => t.unitId === null);
  const days = labor.map((t) => t.day).toSorted();
  if (days.length === 0) return [];
  const people = labor.map((t) => t.personId);
  const splits = splitBySchedule(
    labor.map((t, n) => ({
      id: String(n),
      personId: t.personId,
      workedOn: day(t.day),
      fromAt: new Date(t.fromAt).toISOString(),
      toAt: new Date(t.toAt).toISOString(),
      minutes: t.counted,
    })),
    await schedulesOf(tx, people, days[0]!, days.at(-1)!),
    zone,
  );
  return labor.flatMap((t, n) => {
    const split = splits.get(String(n));
    return t.pay === "overtime" && split && split.inside > 0
      ? [
          {
            line: t.line,
            who: t.who,
            why: `Overtime lies in scheduled hours (${split.touched}). It is taken, and counts once the project says what it was.`,
          },
        ]
      : [];
  });
};

const keep = async (
  tx: Tx,
  actor: Actor,
  input: { declarationId: string; name: string; sha256: string },
  sums: Omit<typeof paTimesheet.$inferInsert, "orgId" | "id" | keyof typeof input | "importedBy">,
): Promise<typeof paTimesheet.$inferSelect> => {
  const row = await insertRow(tx, paTimesheet, {
    orgId: actor.orgId!,
    id: newId(),
    ...input,
    ...sums,
    importedBy: actor.personId,
  });
  const { refused, asked, ...shown } = row;
  note(tx, actor, "paTimesheet", row.id, {
    number: row.name,
    action: "import",
    after: { ...shown, refusedRows: refused.length, askedRows: asked.length },
  });
  return row;
};

/**
 * Reads a stored timesheet into the record of hours of the declaration's incident. What is refused is
 * named by line, and a person's week is taken whole or not at all; rows on file already change nothing.
 * 404 for an unknown file, 409 where the declaration names no incident, 422 for an unknown layout.
 */
export const importTimesheet = async (
  app: App,
  tx: Tx,
  actor: Actor,
  input: z.output<typeof timesheetInput>,
): Promise<TimesheetResult> => {
  const d = await getRow(tx, paDeclaration, input.declarationId, "declaration");
  if (!d.incidentId)
    throw conflict("rule", `${d.number} names no incident, so no hours belong to it.`);
  const file = (await openFiles(tx, actor, [input.fileId])).get(input.fileId);
  if (!file) throw notFound("file");
  const sheet = sheetOf(await rowsOf(app, file.sha256));
  if (!sheet)
    throw invalidField(
      "fileId",
      "No headings of a timesheet were found: employee, date and hours, or FEMA's form with a column per day.",
    );
  const sides = await sidesOf(tx, actor, sheet.entries, input.beginsAt);
  const { take, known, refused } = judgeSheet(sheet.entries, sheet.refused, sides);
  for (const t of take) await enter(tx, actor, d.incidentId, t);
  return keep(
    tx,
    actor,
    { declarationId: d.id, name: file.name, sha256: file.sha256 },
    {
      layout: sheet.layout,
      rowsRead: sheet.rows,
      rowsTaken: take.length,
      rowsKnown: known.length,
      minutesRead: readMinutes(sheet),
      minutesTaken: sum(take),
      refused: refused.slice(0, 500),
      asked: (await askedOf(tx, take, sides.zone)).slice(0, 500),
    },
  );
};

/** Timesheets that were read for a declaration, the newest first. 404. */
export const timesheetsOf = async (db: Db, declarationId: string): Promise<TimesheetResult[]> => {
  await getRow(db, paDeclaration, declarationId, "declaration");
  return db.rows<TimesheetResult>(sql`
    select
      id, name, layout, rows_read, rows_taken, rows_known, minutes_read, minutes_taken, refused,
      asked, created_at
    from pa_timesheet
    where org_id = ${db.scope.orgId} and declaration_id = ${declarationId}
    order by created_at desc
    limit 50
  `);
};
