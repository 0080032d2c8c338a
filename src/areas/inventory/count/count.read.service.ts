import type { Actor } from "#kernel/access.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { newestApproval } from "#areas/workflow/workflow.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { seesLedger } from "./count.labels.ts";
import type { CountDetail, CountTask } from "./count.model.ts";
import { countFacts, countNoun, type CountRecord } from "./count.noun.ts";
import { stockCount } from "./count.tables.ts";
import { countingRefusal } from "./enter.service.ts";
import { resultsOf } from "./result.service.ts";

// What the reader counted in this round, and of the others only whether they did.
const tasksOf = (db: Db, count: CountRecord, personId: string | null): Promise<CountTask[]> =>
  db.rows<CountTask>(sql`
    select
      t.id, t.item_id, i.number, i.name, i.unit, i.tracking, i.packs, t.location_id, o.code,
      o.name as location, t.found,
      (${count.status} = 'open' or (${count.status} = 'recount' and t.again)) as due,
      e.entries is not null as done, coalesce(e.mine, '[]') as entries
    from stock_count_task t
    join stock_item i on i.org_id = t.org_id and i.id = t.item_id
    join stock_location o on o.org_id = t.org_id and o.id = t.location_id
    left join lateral (
        select
          count(*) as entries,
          jsonb_agg(jsonb_build_object(
            'lot', n.lot, 'quantity', trim_scale(n.quantity)::text
          ) order by n.lot) filter (where n.counted_by = ${personId}::uuid and not n.missed) as mine
        from stock_count_entry n
        where n.org_id = t.org_id
          and n.task_id = t.id
          and n.round = case when ${count.status} = 'open' then 1 else 2 end
        having count(*) > 0
      ) e
      on true
    where t.org_id = ${db.scope.orgId} and t.count_id = ${count.id}
    order by o.code, i.name
  `);

const movementsOf = (db: Db, countId: string) =>
  db.rows<{ id: string; number: string }>(sql`
    select id, number
    from stock_movement
    where org_id = ${db.scope.orgId} and count_id = ${countId}
    order by number
    limit 200
  `);

/**
 * A count with what is to be counted; what the ledger has only for whoever does not count any more
 * (`seesLedger`). 404.
 */
export const readCount = async (db: Db, actor: Actor, id: string): Promise<CountDetail> => {
  const row = await getRow(db, stockCount, id, "stock count");
  const sees = seesLedger(row, actor.personId);
  const who = [row.plannedBy, row.countedBy, row.recountedBy, row.submittedBy, row.postedBy];
  const [facts, tasks, results, movements, approval, people] = await Promise.all([
    countFacts(db, id),
    tasksOf(db, row, actor.personId),
    sees ? resultsOf(db, row) : null,
    movementsOf(db, id),
    row.status === "submitted" ? newestApproval(db, id) : null,
    membersNamed(db, { ids: who.filter((one) => one !== null) }),
  ]);
  const named = (one: string | null) => people.find((person) => person.id === one)?.name ?? null;
  const why = countingRefusal(row, actor.personId);
  const { orgId: _org, createdAt, updatedAt: _changed, fundId: _fund, ...told } = row;
  return {
    ...told,
    plannedBy: named(row.plannedBy),
    countedBy: named(row.countedBy),
    recountedBy: named(row.recountedBy),
    submittedBy: named(row.submittedBy),
    postedBy: named(row.postedBy),
    plannedAt: createdAt,
    mayCount: why === null,
    whyNot: why?.reason ?? null,
    waiting: facts.waiting,
    tasks,
    results,
    differenceCents: sees ? row.differenceCents : null,
    approvalId: approval?.id ?? null,
    movements,
    actions: actionsFor(actor, countNoun, { ...row, ...facts }),
  };
};
