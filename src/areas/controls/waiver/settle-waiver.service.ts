import { systemActor } from "#kernel/access.ts";
import type { JudgedBy } from "#kernel/control.ts";
import { controlSubject } from "#server/controls/control-checks.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { keepDeadlines } from "#areas/workflow/workflow.server.ts";
import { settleCover } from "../failure/cover-failure.service.ts";
import type { FailureRecord } from "../failure/failure.noun.ts";
import { waiverDeadlines } from "./waiver-deadlines.service.ts";
import type { WaiverRecord } from "./waiver.noun.ts";

type Touched = FailureRecord & { rules: JudgedBy[] };

// What a waiver covered, or covers from now on.
const touchedBy = (tx: Tx, w: WaiverRecord): Promise<Touched[]> =>
  tx.rows<Touched>(sql`
    select f.*, r.rules
    from control_failure f
    join control_result r on r.org_id = f.org_id and r.id = f.result_id
    where f.org_id = ${tx.scope.orgId}
      and f.control_id = ${w.controlId}
      and f.status <> 'closed'
      and (
        f.waiver_id = ${w.id}
        or (f.subject_id = ${w.subjectId} and f.part = ${w.part})
        or f.department_id = ${w.departmentId}
      )
    order by f.number
    limit 1000
  `);

/**
 * Waives what a waiver covers from now on, and gives back what it covered, where none other does. The
 * register of deadlines tells its end while it is in force.
 */
export const settleWaiver = async (tx: Tx, waiver: WaiverRecord): Promise<void> => {
  const actor = systemActor(tx.scope.orgId!);
  const touched = await touchedBy(tx, waiver);
  const ids = touched.map(({ subjectId }) => subjectId);
  const heads = (await controlSubject(waiver.subjectType)?.heads(tx, ids)) ?? [];
  for (const { rules, ...failure } of touched) {
    const head = heads.find(({ id }) => id === failure.subjectId);
    if (!head) continue;
    const { controlId, subjectType, part } = failure;
    const of = { controlId, subjectType, part, head, rules };
    await settleCover(tx, actor, failure, of);
  }
  await keepDeadlines(tx, actor, "controlWaiver", waiverDeadlines(tx, waiver));
};
