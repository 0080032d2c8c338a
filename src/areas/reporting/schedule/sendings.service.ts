import type { Actor } from "#kernel/access.ts";
import type { Instant } from "#kernel/time.ts";
import { allFacts } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { figuresNamed, permissionsOfFigures, seenAlike } from "#server/facts/figures.ts";
import type { ReportQuestion } from "../figure/figure.model.ts";
import { outcomeShown, type ScheduleRecord } from "./schedule.model.ts";
import type { LetterOutcome } from "./schedule.labels.ts";

type Letter = {
  sendingId: string;
  personId: string;
  name: string;
  outcome: LetterOutcome;
  detail: string | null;
  judgedBy: string | null;
};
type Asked = { actor: Actor; question: ReportQuestion; owns: boolean };

// A figure that is there no more nobody reads, and one that each sees other rows of tells of theirs.
const knowsFor = ({ actor, question: { by, where } }: Asked, measure: string | null): boolean =>
  measure !== null &&
  figuresNamed(allFacts(), [measure]).length > 0 &&
  seenAlike(allFacts(), [measure]) &&
  permissionsOfFigures(allFacts(), { measures: [measure], by, where }).every((each) =>
    actor.permissions.has(each),
  );

/**
 * The last ten times of a schedule with what became of each letter: to who set it up of all, to a reader
 * of their own. Whether a condition held for somebody else is told only to who may read its figure as
 * they do.
 */
export const sendingsOf = async (
  db: Db,
  id: string,
  asked: Asked,
): Promise<ScheduleRecord["sendings"]> => {
  const { actor, owns } = asked;
  const rows = await db.rows<{ id: string; dueAt: Instant; endedAt: Instant | null }>(sql`
    select id, due_at, ended_at
    from report_sending
    where org_id = ${db.scope.orgId} and schedule_id = ${id}
    order by due_at desc
    limit 10
  `);
  const letters = await db.rows<Letter>(sql`
    select l.sending_id, l.person_id, p.display_name as name, l.outcome, l.detail, l.judged_by
    from report_sending_letter l
    join person p on p.id = l.person_id
    where l.org_id = ${db.scope.orgId}
      and l.sending_id = any(${rows.map((each) => each.id)}::uuid[])
      and (${owns}::boolean or l.person_id = ${actor.personId})
    order by p.display_name, l.person_id
  `);
  const shown = ({ personId, name, outcome, detail, judgedBy }: Letter) => ({
    name,
    outcome: outcomeShown(
      { outcome, judged: judgedBy !== null },
      personId === actor.personId || knowsFor(asked, judgedBy),
    ),
    detail,
  });
  return rows.map((row) => ({
    ...row,
    letters: letters.filter((each) => each.sendingId === row.id).map(shown),
  }));
};
