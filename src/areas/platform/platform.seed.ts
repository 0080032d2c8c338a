import { readNoticesBut } from "#areas/organization/organization.server.ts";
import { Problem } from "#kernel/errors.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import { carverCountyId, carverMembers, demoPersonId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { amendmentToSign } from "#areas/contracts/contracts.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { decideFor, later, openStory, type Story } from "#areas/procurement/procurement.server.ts";
import { delegate } from "#areas/workflow/workflow.server.ts";
import { giveDemoTasks, type Desk } from "./demo/tasks.seed.ts";

/**
 * Notices that stay unread for each demo member when the story is told; the older ones were read as
 * the months went by.
 */
const unread = 3;
const four = ["admin", "manager", "user", "platform"] as const;
const both = ["admin", "manager"] as const;

type Request = Desk["order"];

const read = (app: App) => app.database.read({ orgId: carverCountyId, personId: null });
// The newest that waits for the manager and the administrator both: who had a hand in a document is
// not asked for it, nor is who stands in for them.
const waitingOf = (app: App, type: string) =>
  read(app).maybe<Request>(sql`
    select id, document_id, document_number as number, title
    from approval_request
    where org_id = ${carverCountyId}
      and status = 'pending'
      and document_type = ${type}
      and not (coalesce(
        facts -> 'parties', '[]'
      ) ?| ${both.map((name) => demoPersonId(`${name}@demo.levee.test`))}::text[])
    order by requested_at desc, id desc
    limit 1
  `);

// The desk of these approvers on this morning: one order, one invoice, one payment run; everything
// older was decided. What waits for others waits on.
const clearDesk = async (story: Story, keep: readonly (Request | null)[], at: string) => {
  const rest = await read(story.app).rows<{ documentId: string }>(sql`
    select r.document_id
    from approval_request r
    where r.org_id = ${carverCountyId}
      and r.status = 'pending'
      and not (r.id = any(${keep.flatMap((k) => (k ? [k.id] : []))}::uuid[]))
      and exists (
        select 1
        from approval_step s
        join approval_assignee a on a.org_id = s.org_id and a.step_id = s.id
        where s.org_id = r.org_id
          and s.request_id = r.id
          and s.status = 'open'
          and a.decision is null
          and a.person_id = any(
            ${four.map((name) => demoPersonId(`${name}@demo.levee.test`))}::uuid[]
          )
      )
    order by r.requested_at, r.id
  `);
  for (const { documentId } of rest) {
    try {
      await decideFor(story, documentId, at, "approve");
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await decideFor(
        story,
        documentId,
        at,
        "return",
        "The account has no room left this month; please charge another one.",
      );
    }
  }
};

const markRead = (app: App, email: string, leave: number) =>
  readNoticesBut(app, demoActor(email.split("@")[0]!), leave);

const announceMorning = async (app: App, { line, order, asked }: Desk) => {
  const people = four.map((name) => demoPersonId(`${name}@demo.levee.test`));
  await app.database.transaction(demoActor("budget"), async (tx) => {
    notify(tx, people, {
      kind: "budget.threshold",
      title: "Budget threshold exceeded at 95 percent",
      body: `${line.code}, ${line.account}, stands at ${line.percent} percent of its budget.`,
      link: `/budget-management/lines/${line.id}`,
    });
    notify(tx, people, {
      kind: "bid.received",
      title: "New bid received",
      body: `${asked.vendor} answered the request for prices for ${asked.number}, ${asked.title}.`,
      link: `/smart-requisition/${asked.id}`,
    });
    notify(tx, people, {
      kind: "approval",
      title: "Approval required for a purchase order",
      body: `${order.number}, ${order.title}.`,
      link: `/approvals/${order.id}`,
    });
  });
};

const deskOf = async (app: App, order: Request): Promise<Desk> => ({
  order,
  // The line that has just passed the threshold of which the notice speaks.
  line: await read(app).one<Desk["line"]>(sql`
    select u.id, u.code, u.account, round(u.used, 1)::text as percent
    from (
      select
        l.id, s.code, a.name as account,
        100.0 * (l.pre_encumbered + l.encumbered + l.expended) / (l.original + l.adjusted) as used
      from budget_line l
      join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
      join segment_value a on a.org_id = s.org_id and a.id = s.account_id
      where l.org_id = ${carverCountyId} and l.original + l.adjusted > 0
    ) u
    order by u.used < 95, abs(u.used - 95), u.id
    limit 1
  `),
  asked: await read(app).one<Desk["asked"]>(sql`
    select r.id, r.number, r.title, v.name as vendor
    from requisition r
    join vendor v on v.org_id = r.org_id and v.id = r.vendor_id
    where r.org_id = ${carverCountyId} and r.status in ('approved', 'in_approval')
    order by r.requested_on desc, r.id desc
    limit 1
  `),
  changed: await read(app).one<Desk["changed"]>(sql`
    select id, number, title
    from purchase_order
    where org_id = ${carverCountyId} and status in ('issued', 'acknowledged', 'partly_received')
    order by amount desc, id
    limit 1
  `),
  amendment: await amendmentToSign(read(app)),
});

/**
 * The last chapter: this morning in Carver County. For the administrator, the manager, a user and
 * the platform operator: three notices, three approvals, seven things to do.
 */
export const seedPlatform = async (app: App): Promise<void> => {
  const story = await openStory(app, 95);
  const now = new Date();
  const [order, invoice, run] = await Promise.all(
    ["purchaseOrder", "invoice", "paymentRun"].map((type) => waitingOf(app, type)),
  );
  await clearDesk(story, [order!, invoice!, run!], later(now, -0.1).toISOString());
  const manager = demoActor("manager");
  const helper = demoPersonId("user@demo.levee.test");
  await app.database.transaction(manager, (tx) =>
    delegate(tx, manager, {
      toPersonId: helper,
      startsAt: later(now, -0.05).toISOString(),
      endsAt: later(now, 30).toISOString(),
      documentTypes: ["purchaseOrder"],
      note: "While I am at the flood site",
    }),
  );
  const desk = order ? await deskOf(app, order) : null;
  if (desk) await giveDemoTasks(app, desk, now);
  for (const { email } of carverMembers)
    await markRead(app, email, four.some((name) => email.startsWith(`${name}@`)) ? 0 : unread);
  if (desk) await announceMorning(app, desk);
};
