import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays } from "#kernel/time.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { Shift, WorkSchedule } from "../law/schedule.model.ts";
import { paWorkSchedule } from "../proof.tables.ts";
import type { ScheduleInput } from "./schedule.model.ts";

/** Work schedules of people that hold somewhere between two days, those of the day before too. */
export const schedulesOf = (
  db: Db,
  personIds: readonly string[],
  from: string,
  to: string,
): Promise<WorkSchedule[]> =>
  db.rows<WorkSchedule>(sql`
    select person_id, from_day, to_day, employment, replaces_id, shifts
    from pa_work_schedule
    where org_id = ${db.scope.orgId}
      and person_id = any(${[...new Set(personIds)]}::uuid[])
      and from_day <= ${addDays(to, 1)}::date
      and (to_day is null or to_day >= ${addDays(from, -1)}::date)
    order by person_id, from_day desc
    limit 20000
  `);

const minutesOf = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

const week = 7 * 24 * 60;
type Span = { from: number; to: number };
const spanOf = (s: Shift): Span => {
  const from = (s.weekday - 1) * 1440 + minutesOf(s.from);
  const length = (minutesOf(s.to) - minutesOf(s.from) + 1440) % 1440 || 1440;
  return { from, to: from + length };
};
const meet = (a: Span, b: Span): boolean =>
  [-week, 0, week].some((by) => a.from < b.to + by && b.from + by < a.to);

/** Why these shifts are no week: two at once, or a break as long as its shift; null where they are one. */
export const noWeek = (shifts: readonly Shift[]): string | null => {
  const spans = shifts.map(spanOf);
  if (spans.some((a, n) => spans.some((b, m) => n < m && meet(a, b))))
    return "Two of these shifts lie over each other.";
  return shifts.some((s, n) => s.breakMinutes >= spans[n]!.to - spans[n]!.from)
    ? "A break is as long as its shift."
    : null;
};

/**
 * Adds a work schedule from a day on; one is never changed, a later day brings the next. 422 for nobody of
 * the agency, a week that cannot be, a back-fill for nobody, or where one begins on this day already.
 */
export const addSchedule = async (
  tx: Tx,
  actor: Actor,
  input: ScheduleInput,
): Promise<{ id: string }> => {
  if (input.toDay && input.toDay < input.fromDay)
    throw invalidField("toDay", "The last day is before the first.");
  const impossible = noWeek(input.shifts);
  if (impossible) throw invalidField("shifts", impossible);
  if (input.employment === "backfill" && !input.replacesId)
    throw invalidField("replacesId", "Say whom this back-fill stands in for.");
  if (input.replacesId === input.personId)
    throw invalidField("replacesId", "Nobody stands in for themselves.");
  const replacesId = input.employment === "backfill" ? input.replacesId : null;
  const ids = [input.personId, ...(replacesId ? [replacesId] : [])];
  const [people, same] = await Promise.all([
    membersNamed(tx, { ids }),
    tx.maybe<{ id: string }>(sql`
      select id
      from pa_work_schedule
      where org_id = ${actor.orgId}
        and person_id = ${input.personId}
        and from_day = ${input.fromDay}
    `),
  ]);
  const person = people.find((p) => p.id === input.personId);
  if (!person) throw invalidField("personId", "Choose a member of the agency.");
  if (replacesId && !people.some((p) => p.id === replacesId))
    throw invalidField("replacesId", "They stand in for a member of the agency.");
  if (same) throw invalidField("fromDay", "A schedule of this person begins on this day already.");
  const row = await insertRow(tx, paWorkSchedule, {
    ...input,
    replacesId,
    orgId: actor.orgId!,
    id: newId(),
    createdBy: actor.personId,
  });
  note(tx, actor, "paWorkSchedule", row.id, { number: person.name, action: "add", after: row });
  return { id: row.id };
};
