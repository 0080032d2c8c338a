import { systemActor, type Actor } from "#kernel/access.ts";
import { businessDate } from "#server/clock.ts";
import type { Database, Db, Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { eachAlone } from "#server/jobs/each-alone.ts";
import { todayOf } from "#server/restored/clocks.ts";
import { checkEffect, isDue } from "./action.service.ts";
import { correctiveAction } from "./action.tables.ts";
import { checkLaw } from "./check-law.service.ts";
import { checkedNouns, effectCheckOf } from "./subjects.service.ts";

type Stored = typeof correctiveAction.$inferSelect;

const dueNow = async (db: Db): Promise<string[]> => {
  const [rows, law] = await Promise.all([
    db.rows<Stored>(sql`
      select *
      from corrective_action
      where org_id = ${db.scope.orgId}
        and status in ('implemented', 'effectiveness_check')
        and subject_type = any(${checkedNouns()}::text[])
      order by id
      limit 2000
    `),
    checkLaw(db),
  ]);
  return rows.filter((row) => isDue(row, law, businessDate(db.scope))).map(({ id }) => id);
};

// Behind its lock: somebody may have checked it meanwhile.
const recountOne = async (tx: Tx, actor: Actor, id: string): Promise<number> => {
  const row = await lockRow(tx, correctiveAction, id, "corrective action");
  if (!isDue(row, await checkLaw(tx), businessDate(tx.scope))) return 0;
  const said = await effectCheckOf(row.subjectType)?.recount(tx, row.subjectId, row.implementedOn!);
  if (!said) return 0;
  const of = { id, version: null };
  await checkEffect(tx, actor, of, { found: said.said, effective: said.effective });
  return 1;
};

/**
 * Counts anew what actions whose check is due were about, where their area counts: what holds passes its
 * check, what came again opens the action. Each apart: one that cannot be counted stops no other. Gives how many
 * were counted. Throws `AggregateError` once all were tried.
 */
export const recountDue = async (database: Database, actor: Actor): Promise<number> =>
  eachAlone(database, {
    ...{ name: "recount of a corrective action", scope: actor },
    ids: await dueNow(database.read(actor)),
    work: (tx, id) => recountOne(tx, actor, id),
  });

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
  run: (app, orgId) => recountDue(app.database, systemActor(orgId)),
};
