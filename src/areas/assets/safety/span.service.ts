import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { answersOf, givenOf } from "./answer.service.ts";
import { determine } from "./classify.model.ts";
import { sealSpan } from "./private.service.ts";
import type { countingInput, SpanChange, spanInput } from "./safety.model.ts";
import { safetyNoun } from "./safety.noun.ts";
import { safetyCase, safetySpan } from "./safety.tables.ts";
import { countOf, countsOf, spansOf, type CountedCase } from "./span.read.service.ts";

type Stored = typeof safetyCase.$inferSelect;
type SpanInput = z.output<typeof spanInput>;
export type CaseAt = { id: string; version: number | null };

const refuseStatus = (of: Stored) => {
  if (of.kind === "near_miss" || of.status === "reported")
    throw conflict("not_triaged", "Triage it first: days are counted of injuries and illnesses.");
  if (of.status === "closed" || of.status === "not_recordable")
    throw conflict("record_is_done", "Press Correct the record first, then enter the days.");
};

// The first day that counts is the one after: 29 CFR 1904.7(b)(3)(i).
const refuseDays = async (tx: Tx, of: Stored, said: SpanInput, but: string | null) => {
  if (said.fromDay <= of.happenedOn)
    throw invalidField(
      "fromDay",
      "Counting begins on the day after it happened: 29 CFR 1904.7(b)(3)(i).",
    );
  if (said.toDay && said.toDay < said.fromDay)
    throw invalidField("toDay", "The last day is before the first.");
  if (said.basis === "clinician" && !(said.clinician && said.words))
    throw invalidField("words", "Enter which clinician said it, and in which words.");
  const last: Day | "infinity" = said.toDay ?? "infinity";
  const other = (await spansOf(tx, [of.id])).find(
    (span) =>
      span.id !== but &&
      span.fromDay <= last &&
      (span.toDay === null || span.toDay >= said.fromDay),
  );
  if (!other) return;
  throw invalidField(
    "fromDay",
    other.toDay === null
      ? "Days that still go on cover it: enter their last day first."
      : "These days stand in another span already.",
  );
};

/**
 * Days and, while a case stands on the log, its column, as its spans say now. 409 where it would
 * leave the log.
 */
const recounted = async (tx: Tx, of: Stored): Promise<Partial<Stored>> => {
  const days = await countOf(tx, of);
  const counted = { daysAway: days.away, daysRestricted: days.restricted };
  if (of.status !== "classified" && of.status !== "actions_open") return counted;
  const { recordable, outcome } = determine(of.kind, givenOf(await answersOf(tx, of.id)), days);
  if (!recordable)
    throw conflict(
      "would_leave_log",
      "Without these days the case is not recordable: press Correct the record first.",
    );
  return { ...counted, outcome };
};

const counting = (
  tx: Tx,
  actor: Actor,
  { id, version }: CaseAt,
  action: string,
  act: (before: Stored) => Promise<{ patch?: Partial<Stored>; note: string }>,
): Promise<Stored> =>
  change(tx, actor, safetyNoun, {
    id,
    version,
    action,
    effect: async (before) => {
      refuseStatus(before);
      const { patch = {}, note } = await act(before);
      return { patch: { ...patch, ...(await recounted(tx, { ...before, ...patch })) }, note };
    },
  });

const told = ({ kind, fromDay, toDay }: Pick<SpanInput, "kind" | "fromDay" | "toDay">) =>
  `${kind}, ${fromDay} to ${toDay ?? "further on"}`;

/** Enters days away, restricted or transferred, or changes such a span; the count follows. */
export const saveSpan = (
  tx: Tx,
  actor: Actor,
  at: CaseAt,
  given: SpanChange,
  spanId: string | null = null,
): Promise<Stored> =>
  counting(tx, actor, at, spanId ? "changeDays" : "enterDays", async (before) => {
    const known = spanId ? await getRow(tx, safetySpan, spanId, "span of days") : null;
    const toDay = given.toDay === undefined ? (known?.toDay ?? null) : given.toDay;
    const said: SpanInput = { ...given, toDay };
    await refuseDays(tx, before, said, spanId);
    const { clinician, words, ...days } = said;
    const id = known?.id ?? newId();
    const row = { ...days, sealed: sealSpan(before.orgId, id, { clinician, words }) };
    if (known) await updateRow(tx, safetySpan, id, row);
    else
      await insertRow(tx, safetySpan, {
        ...row,
        orgId: before.orgId,
        id,
        caseId: before.id,
        enteredBy: actor.personId,
      });
    return { note: known ? `${told(known)}; now ${told(said)}` : told(said) };
  });

/** Takes a span away that was entered by mistake; the history keeps its days. */
export const removeSpan = (
  tx: Tx,
  actor: Actor,
  at: CaseAt,
  spanId: string,
  reason: string,
): Promise<Stored> =>
  counting(tx, actor, at, "removeDays", async (before) => {
    const known = await getRow(tx, safetySpan, spanId, "span of days");
    await tx.rows(sql`
      delete from safety_span
      where org_id = ${before.orgId} and case_id = ${before.id} and id = ${spanId}
    `);
    return { note: `${told(known)}: ${reason}` };
  });

/** The days of the week that the person works, and the day after which nothing is counted. */
export const setCounting = (
  tx: Tx,
  actor: Actor,
  at: CaseAt,
  said: z.output<typeof countingInput>,
): Promise<Stored> =>
  counting(tx, actor, at, "counting", async (before) => {
    if (said.countEndedOn && said.countEndedOn <= before.happenedOn)
      throw invalidField(
        "countEndedOn",
        "One day at least is counted: choose a day after it happened.",
      );
    if (Boolean(said.countEndedOn) !== Boolean(said.countEndedWhy))
      throw invalidField("countEndedOn", "Enter both the day and why counting ended, or neither.");
    return { patch: said, note: "Work week and end of counting" };
  });

/** Each morning the counts of days that go on: lists show them as of the day. */
export const countOn = async (tx: Tx): Promise<number> => {
  const cases = await tx.rows<CountedCase & { daysAway: number; daysRestricted: number }>(sql`
    select c.id, c.happened_on, c.work_weekdays, c.count_ended_on, c.days_away, c.days_restricted
    from safety_case c
    where c.org_id = ${tx.scope.orgId}
      and exists (
        select 1
        from safety_span s
        where s.org_id = c.org_id
          and s.case_id = c.id
          and (s.to_day is null or s.to_day >= ${addDays(businessDate(tx.scope), -31)}::date)
      )
    order by c.id
    limit 5000
  `);
  const counts = await countsOf(tx, cases);
  const moved = cases.filter((c) => {
    const now = counts.get(c.id)!;
    return now.away !== c.daysAway || now.restricted !== c.daysRestricted;
  });
  for (const { id } of moved) {
    const { away, restricted } = counts.get(id)!;
    await tx.rows(sql`
      update safety_case
      set days_away = ${away}, days_restricted = ${restricted}
      where org_id = ${tx.scope.orgId} and id = ${id}
    `);
  }
  return moved.length;
};
