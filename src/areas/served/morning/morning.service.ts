import { systemActor, type Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { daysBetween, type Day } from "#kernel/time.ts";
import { expireAgreements } from "../agreement/agreement.service.ts";
import { takeBackReversed } from "../receipt/receipt.service.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { queueMail } from "#server/mail/mail.ts";
import { todayOf } from "#server/restored/clocks.ts";
import { reminderLetter } from "../link/letters.service.ts";
import { servedReminder } from "../served.tables.ts";

/** After so many days a late bill is reminded of, once each. */
const reminderStages = [1, 15, 30, 60] as const;

type Late = {
  id: string;
  number: string;
  client: string;
  email: string;
  dueOn: Day;
  total: number;
  owed: number;
  last: number;
};

const lateBills = (tx: Tx, today: Day) =>
  tx.rows<Late>(sql`
    select
      b.id, b.number, c.name as client, c.email, b.due_on, b.total, b.total - b.received as owed,
      coalesce(
        (select max(m.stage) from served_reminder m where m.org_id = b.org_id and m.bill_id = b.id),
        0
      )::int as last
    from served_bill b
    join served_client c on c.org_id = b.org_id and c.id = b.client_id
    where b.org_id = ${tx.scope.orgId} and b.status in ('sent', 'part_paid') and b.due_on < ${today}
    order by b.id
    limit 2000
    for update of b
  `);

/**
 * Reminds of late bills by the stage that each has reached, once; a stage that was missed is not sent afterwards, and
 * what is disputed is not reminded of. Gives how many letters went out.
 */
export const remindLate = async (tx: Tx, actor: Actor): Promise<number> => {
  const today = businessDate(tx.scope);
  let sent = 0;
  for (const bill of await lateBills(tx, today)) {
    const { id, number, client, dueOn, total, owed, last } = bill;
    const daysLate = daysBetween(dueOn, today);
    const stage = reminderStages.findLast((days) => days <= daysLate) ?? 0;
    if (stage <= last) continue;
    const ids = { orgId: tx.scope.orgId!, id: newId() };
    await insertRow(tx, servedReminder, { ...ids, billId: id, stage, sentOn: today });
    await queueMail(tx, {
      ...reminderLetter({ client, number, dueOn, total, owed, daysLate }),
      ...{ orgId: ids.orgId, to: bill.email },
    });
    note(tx, actor, "clientBill", id, {
      ...{ action: "clientBill.remind", note: `To ${bill.email}, ${daysLate} days late` },
      after: { stage, owed },
    });
    sent += 1;
  }
  return sent;
};

/** Each morning of an agency: agreements end, reversed receipts go, late bills are reminded of. */
export const servedDay: AgencyDay = {
  name: "served",
  at: "07:30",
  afterRestore: {
    kind: "letters",
    due: `
      select
        count(*)::int as due, count(distinct b.client_id)::int as people,
        min(b.due_on)::timestamptz as since
      from served_bill b
      where b.status in ('sent', 'part_paid') and b.due_on < ${todayOf("b.org_id")}
    `,
  },
  run: async (app, orgId) => {
    const actor = systemActor(orgId, undefined, "Agencies served");
    await app.database.transaction(actor, (tx) => expireAgreements(tx, actor));
    await app.database.transaction(actor, (tx) => takeBackReversed(tx, actor));
    await app.database.transaction(actor, (tx) => remindLate(tx, actor));
  },
};
