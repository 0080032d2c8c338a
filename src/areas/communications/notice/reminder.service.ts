import type { App } from "#server/app.ts";
import { systemActor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { queueMail } from "#server/mail/mail.ts";
import { todayOf, namesOf } from "#server/restored/clocks.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { acknowledgePath } from "./sending.jobs.ts";
import { noticeReminder } from "./notice.letters.ts";

/** So many days before the last day, a reminder goes out; another one on the day behind it. */
const daysBefore = 2;
/** So long behind the last day nobody is reminded any more, in days. */
const daysAfter = 7;
const ofOneRound = 200;

type Open = {
  id: string;
  email: string;
  number: string;
  subject: string;
  by: Day;
  late: boolean;
};

// Each letter and its mark in one transaction: nobody is reminded twice of one day.
const remindSome = async (tx: Tx, today: string): Promise<boolean> => {
  const open = await tx.rows<Open>(sql`
    select
      r.id, r.email, n.number, n.subject, n.acknowledge_by as by,
      ${today}::date > n.acknowledge_by as late
    from notice_recipient r
    join mass_notice n on n.org_id = r.org_id and n.id = r.notice_id
    where r.org_id = ${tx.scope.orgId}
      and n.status = 'sent'
      and r.acknowledged_at is null
      and r.queued_at is not null
      and r.email is not null
      and ${today}::date between n.acknowledge_by - ${daysBefore}::int and n.acknowledge_by + ${daysAfter}::int
      and (
        r.reminded_on is null
        or (${today}::date > n.acknowledge_by and r.reminded_on <= n.acknowledge_by)
      )
    order by r.id
    limit ${ofOneRound}
    for update of r
  `);
  const orgId = tx.scope.orgId!;
  await Promise.all(
    open.map(({ id, email, ...notice }) =>
      queueMail(tx, {
        ...noticeReminder({ ...notice, path: acknowledgePath(orgId, id) }),
        to: email,
        orgId,
        bulk: true,
      }),
    ),
  );
  await tx.rows(sql`
    update notice_recipient
    set reminded_on = ${today}
    where org_id = ${orgId} and id = any(${open.map(({ id }) => id)}::uuid[])
  `);
  return open.length === ofOneRound;
};

/** Reminds everybody of an agency who has a notice to acknowledge, on this day of it. */
export const remind = async (app: App, orgId: string, today: string): Promise<void> => {
  const actor = systemActor(orgId, undefined, "Reminders of notices");
  while (await app.database.transaction(actor, (tx) => remindSome(tx, today)));
};

/** Each morning of an agency. */
export const reminderDay: AgencyDay = {
  name: "notice-reminders",
  at: "08:00",
  afterRestore: {
    kind: "notices",
    due: `
      select
        count(*)::int as due, count(distinct r.email)::int as people,
        min(n.acknowledge_by)::timestamptz as since,
        ${namesOf("n.org_id", "'Reminders of ' || n.number || ': ' || n.subject")}
      from notice_recipient r
      join mass_notice n on n.org_id = r.org_id and n.id = r.notice_id
      where n.status = 'sent'
        and r.acknowledged_at is null
        and r.queued_at is not null
        and r.email is not null
        and ${todayOf("n.org_id")} between n.acknowledge_by - ${daysBefore} and n.acknowledge_by + ${daysAfter}
        and (
          r.reminded_on is null
          or (${todayOf("n.org_id")} > n.acknowledge_by and r.reminded_on <= n.acknowledge_by)
        )
    `,
  },
  run: async (app, orgId) => {
    const db = app.database.read({ orgId, personId: null });
    await remind(app, orgId, businessDate(db.scope, (await readOrganization(db)).timeZone));
  },
};
