import { systemActor, type Actor } from "#kernel/access.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { todayOf } from "#server/restored/clocks.ts";
import { checkEffect, nextCheck } from "./action.service.ts";
import type { correctiveAction } from "./action.tables.ts";
import { checkLaw } from "./check-law.service.ts";
import { checkedNouns, effectCheckOf } from "./subjects.service.ts";

type Stored = typeof correctiveAction.$inferSelect;

/**
 * Counts anew what actions whose check is due were about, where their area counts: what holds passes its
 * check, what came again opens the action. Gives how many were counted.
 */
export const recountDue = async (tx: Tx, actor: Actor): Promise<number> => {
  const [rows, law] = await Promise.all([
    tx.rows<Stored>(sql`
      select *
      from corrective_action
      where org_id = ${tx.scope.orgId}
        and status in ('implemented', 'effectiveness_check')
        and subject_type = any(${checkedNouns()}::text[])
      order by id
      limit 2000
    `),
    checkLaw(tx),
  ]);
  const today = businessDate(tx.scope);
  let counted = 0;
  for (const row of rows) {
    const due = nextCheck(row, law);
    if (!due || due > today) continue;
    const check = effectCheckOf(row.subjectType);
    const said = await check?.recount(tx, row.subjectId, row.implementedOn!);
    if (!said) continue;
    counted += 1;
    const of = { id: row.id, version: null };
    await checkEffect(tx, actor, of, { found: said.said, effective: said.effective });
  }
  return counted;
};

/** Each morning of an agency the effects that are due are counted anew. */
export const recountDay: AgencyDay = {
  name: "corrective-recounts",
  at: "00:50",
  afterRestore: {
    kind: "courses",
    due: `
      select count(*)::int as due, 0 as people, min(c.implemented_on)::timestamptz as since
      from corrective_action c
      where c.status in ('implemented', 'effectiveness_check')
        and c.implemented_on < ${todayOf("c.org_id")}
        and c.subject_type in ('auditFinding', 'qualityObjective')
    `,
  },
  run: (app, orgId) =>
    app.database.transaction(systemActor(orgId), (tx) => recountDue(tx, systemActor(orgId))),
};
