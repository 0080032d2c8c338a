import type { FieldHour } from "#areas/assets/assets.server.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { HourPart } from "../law/labor.model.ts";
import type { OvertimeAnswer } from "../schedule/schedule.labels.ts";
import type { Judged } from "./judge.service.ts";

/** A line of an hour that a project holds. */
type Held = {
  id: string;
  workHourId: string;
  projectId: string;
  requestId: string | null;
  part: HourPart;
  minutes: number;
  pay: string | null;
  cents: number;
  eligible: boolean;
  rule: string;
  answer: OvertimeAnswer | null;
  answerReason: string | null;
  answeredBy: string | null;
  answeredAt: Instant | null;
};
const saysSame = (lines: readonly Held[], verdicts: readonly Judged[]): boolean =>
  lines.length === verdicts.length &&
  verdicts.every((v) =>
    lines.some(
      (x) =>
        x.part === v.part &&
        x.minutes === v.minutes &&
        x.pay === v.pay &&
        x.cents === v.cents &&
        x.eligible === v.eligible &&
        x.rule === v.rule,
    ),
  );
// What somebody answered about scheduled hours stays with them.
export const answerOf = (lines: readonly Held[] | undefined, v: Judged) => {
  const said = v.part === "beyond" ? null : lines?.find((x) => x.answer);
  return {
    answer: said?.answer ?? null,
    answerReason: said?.answerReason ?? null,
    answeredBy: said?.answeredBy ?? null,
    answeredAt: said?.answeredAt ?? null,
  };
};

/** The lines that projects hold of these hours. */
export const heldOf = (tx: Tx, hours: readonly FieldHour[]): Promise<Held[]> =>
  tx.rows<Held>(sql`
    select
      id, work_hour_id, project_id, request_id, part, minutes, pay, cents, eligible, rule, answer,
      answer_reason, answered_by, answered_at
    from pa_item
    where org_id = ${tx.scope.orgId} and work_hour_id = any(${hours.map((h) => h.id)}::uuid[])
  `);

/** Which of these hours a project of public assistance claims. */
export const claimedHours = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select distinct work_hour_id as id
      from pa_item
      where org_id = ${db.scope.orgId} and eligible and work_hour_id = any(${[...ids]}::uuid[])
    `)
  ).map(({ id }) => id);

/** What was answered about hours, by hour. */
export const answersOf = (held: readonly Held[]) =>
  new Map(
    held.flatMap((x) =>
      x.answer ? [[x.workHourId, { what: x.answer, reason: x.answerReason ?? "" }] as const] : [],
    ),
  );

/**
 * Hours that another project or a request holds, hours whose lines say what they would say today, and
 * those whose lines are judged anew.
 */
export const sortedOut = (of: {
  held: readonly Held[];
  hours: readonly FieldHour[];
  verdicts: ReadonlyMap<string, readonly Judged[]>;
  projectId: string;
}) => {
  const taken = new Set(
    of.held.filter((x) => x.projectId !== of.projectId || x.requestId).map((x) => x.workHourId),
  );
  const same = new Set<string>();
  const anew = new Map<string, Held[]>();
  for (const { id } of of.hours) {
    const lines = of.held.filter((x) => x.workHourId === id);
    if (taken.has(id) || lines.length === 0) continue;
    if (saysSame(lines, of.verdicts.get(id)!)) same.add(id);
    else anew.set(id, lines);
  }
  return { taken, same, anew };
};
