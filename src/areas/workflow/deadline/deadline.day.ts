import { type Actor, systemActor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { transition } from "#server/lifecycle.ts";
import { todayOf, namesOf } from "#server/restored/clocks.ts";
import {
  administratorsOf,
  notify,
  peopleOnDuty,
  readOrganization,
} from "#areas/organization/organization.server.ts";
import type { Duty } from "#roles.ts";
import { daysUntil, noticeDue } from "./deadline.model.ts";
import { deadlineNoun } from "./deadline.noun.ts";
import { recomputeDeadlines } from "./register.service.ts";
import { knownSources, type DeadlineOwner } from "./sources.service.ts";

/** So many deadlines of an agency are told or ended in one transaction. */
const batch = 500;

/** Whom a deadline concerns: its owner while a member, else whoever has the duty, else the administrators. */
const concerned = async (tx: Tx, row: DeadlineOwner): Promise<string[]> => {
  const owner = row.ownerId
    ? await tx.maybe(sql`
      select 1 as ok
      from organization_member
      where org_id = ${tx.scope.orgId} and person_id = ${row.ownerId} and active
    `)
    : null;
  if (owner) return [row.ownerId!];
  const onDuty = row.duty ? await peopleOnDuty(tx, row.duty as Duty) : [];
  return onDuty.length > 0 ? onDuty : administratorsOf(tx);
};

type Open = DeadlineOwner & { told: number[] };

const openOnes = (tx: Tx, today: string) =>
  tx.rows<Open>(sql`
    select
      d.*,
      array(
        select n.days
        from deadline_notice n
        where n.org_id = d.org_id and n.deadline_id = d.id and n.due_on = d.due_on
      ) as told
    from deadline d
    where d.org_id = ${tx.scope.orgId}
      and d.status = 'open'
      and (
        d.due_on < ${today}::date
        or exists (
          select 1
          from unnest(d.notices) n(days)
          where n.days >= d.due_on - ${today}::date
            and not exists (
              select 1
              from deadline_notice k
              where k.org_id = d.org_id
                and k.deadline_id = d.id
                and k.due_on = d.due_on
                and k.days = n.days
            )
        )
      )
    order by d.due_on, d.id
    limit ${batch}
    for update of d
  `);

const remind = async (tx: Tx, row: Open, today: string): Promise<void> => {
  const due = noticeDue(row.dueOn, today, row.notices, row.told);
  if (!due) return;
  // Another instance may have told it since the row was read: whoever writes it tells.
  const written = await tx.rows<{ days: number }>(sql`
    insert into deadline_notice (org_id, deadline_id, due_on, days)
    select ${tx.scope.orgId}, ${row.id}, ${row.dueOn}, unnest(${due.reached}::int[])
    on conflict
    do nothing
    returning days
  `);
  if (!written.some(({ days }) => days === due.days)) return;
  const left = daysUntil(row.dueOn, today);
  notify(tx, await concerned(tx, row), {
    kind: "deadline",
    title: `${row.sourceNumber}: ${row.title} ${left === 0 ? "is due today" : `in ${counted(left, "day")}`}`,
    body: [`Due ${formatDate(row.dueOn)}.`, row.follows, row.citation].filter(Boolean).join(" "),
    link: row.link,
  });
};

const lapse = async (tx: Tx, actor: Actor, row: Open): Promise<void> => {
  const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
  await transition(tx, actor, deadlineNoun, {
    id: row.id,
    action: "lapse",
    version: null,
    effect: async () => ({ patch: { lapsedAt: at } }),
  });
  await knownSources().get(row.sourceType)?.lapsed?.(tx, actor, row);
  notify(tx, await concerned(tx, row), {
    kind: "deadline",
    title: `${row.sourceNumber}: ${row.title} has lapsed`,
    body: `It was due ${formatDate(row.dueOn)}. ${row.follows}`,
    link: row.link,
  });
};

/** Reminds of the deadlines of one agency and ends those that passed; each notice goes out once. */
export const tellDeadlines = async (app: App, orgId: string): Promise<void> => {
  const scope = { orgId, personId: null };
  for (let found = batch; found === batch;)
    found = await app.database.transaction(scope, async (tx) => {
      const today = businessDate(tx.scope, (await readOrganization(tx)).timeZone);
      const rows = await openOnes(tx, today);
      for (const row of rows)
        if (row.dueOn < today) await lapse(tx, systemActor(orgId), row);
        else await remind(tx, row, today);
      return rows.length;
    });
};

/** Works the agency's deadlines out anew, each kind by itself, then tells of them. */
const keep = async (app: App, orgId: string): Promise<void> => {
  for (const type of knownSources().keys())
    await app.database.transaction({ orgId, personId: null }, (tx) =>
      recomputeDeadlines(tx, systemActor(orgId), type),
    );
  await tellDeadlines(app, orgId);
};

/** Every morning of the agency, before people begin. */
export const deadlineDay: AgencyDay = {
  name: "deadlines",
  at: "05:40",
  afterRestore: {
    kind: "deadlines",
    due: `
      select
        count(*)::int as due, count(distinct d.owner_id)::int as people,
        min(d.due_on)::timestamptz as since,
        ${namesOf("d.org_id", "d.title")}
      from deadline d
      where d.status = 'open'
        and (
          d.due_on < ${todayOf("d.org_id")}
          or exists (
            select 1
            from unnest(d.notices) n(days)
            where n.days >= d.due_on - ${todayOf("d.org_id")}
              and not exists (
                select 1
                from deadline_notice k
                where k.org_id = d.org_id
                  and k.deadline_id = d.id
                  and k.due_on = d.due_on
                  and k.days = n.days
              )
          )
        )
    `,
  },
  run: keep,
};
