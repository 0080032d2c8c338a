import { systemActor, type Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { counted } from "#kernel/words.ts";
import type { Day } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { eraseFieldOf } from "#server/audit/erase-field.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { isHeld, turnToHold } from "#server/legal-hold/held.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { todayOf } from "#server/restored/clocks.ts";
import { notify, peopleWhoMay, readOrganization } from "#areas/organization/organization.server.ts";
import { formSubmission } from "../forms.tables.ts";
import { previewDays } from "./retention.model.ts";
import { formDisposal } from "./retention.tables.ts";

const ofOneRound = 200;

/** Ended, and nothing of it goes anywhere any more. */
const ended = sql`
  (
    s.status in ('rejected', 'delivered', 'archived', 'void')
    or (s.status = 'approved' and jsonb_array_length(f.destinations) = 0)
  )
`;
const unheld = (tx: Tx) => sql`not ${isHeld(tx.scope.orgId, "formSubmission", sql`s.id`)}`;

type Found = {
  id: string;
  number: string;
  form: string;
  versionNo: number;
  keepYears: number;
  publishedBy: string | null;
  over: Day;
};

const overSoon = (tx: Tx, today: string, zone: string): Promise<Found[]> =>
  tx.rows<Found>(sql`
    select
      s.id, s.number, f.name as form, f.version_no, f.keep_years, f.published_by,
      greatest(
        ((s.updated_at at time zone ${zone})::date + make_interval(years => f.keep_years))::date,
        ${today}::date + ${previewDays}::int
      )::date as over
    from form_submission s
    join form_definition f on f.org_id = s.org_id and f.id = s.form_id
    where s.org_id = ${tx.scope.orgId}
      and s.disposed_on is null
      and ${ended}
      and (
        s.updated_at at time zone ${zone}
      )::date + make_interval(years => f.keep_years) <= ${today}::date + ${previewDays}::int
      and not exists (
        select 1
        from form_disposal d
        where d.org_id = s.org_id and d.submission_id = s.id
      )
    order by s.number
    limit ${ofOneRound}
    for update of s skip locked
  `);

const ruleOf = ({ form, versionNo, keepYears }: Found): string =>
  `${form}, version ${versionNo}: kept ${counted(keepYears, "year")} after it ended`;

// Whoever published the form, where they still look after forms; else all who publish.
const tellOwners = async (tx: Tx, found: readonly Found[]): Promise<void> => {
  const publishers = await peopleWhoMay(tx, "form.publish");
  const byOwner = new Map<string, Found[]>();
  for (const one of found) {
    const owner = one.publishedBy;
    const told = owner !== null && publishers.includes(owner) ? [owner] : publishers;
    for (const person of told) byOwner.set(person, [...(byOwner.get(person) ?? []), one]);
  }
  for (const [person, theirs] of byOwner) {
    const first = theirs.map(({ over }) => over).toSorted()[0]!;
    notify(tx, [person], {
      kind: "form",
      title: `${counted(theirs.length, "submission")} will be deleted from ${formatDate(first)} on`,
      body: `Their years are over: ${[...new Set(theirs.map(({ form }) => form))].join(", ")}. A legal hold keeps one.`,
      link: "/utility-form-filler?tab=admin",
    });
  }
};

// Listed and told in one transaction: nobody is told twice of one submission.
const listSome = async (tx: Tx, today: string, zone: string): Promise<boolean> => {
  const found = await overSoon(tx, today, zone);
  if (found.length === 0) return false;
  await insertRows(
    tx,
    formDisposal,
    found.map((one) => ({
      orgId: tx.scope.orgId!,
      id: newId(),
      submissionId: one.id,
      dueOn: one.over,
      rule: ruleOf(one),
      listedOn: today,
    })),
  );
  await tellOwners(tx, found);
  return found.length === ofOneRound;
};

type Due = { submissionId: string; rule: string };

const nextDue = (tx: Tx, today: string): Promise<Due | null> =>
  tx.maybe<Due>(sql`
    select d.submission_id, d.rule
    from form_disposal d
    join form_submission s on s.org_id = d.org_id and s.id = d.submission_id
    join form_definition f on f.org_id = s.org_id and f.id = s.form_id
    where d.org_id = ${tx.scope.orgId}
      and d.due_on <= ${today}
      and s.disposed_on is null
      and ${ended}
      and ${unheld(tx)}
    order by d.due_on, d.id
    limit 1
  `);

const disposeOne = async (tx: Tx, actor: Actor, today: string): Promise<boolean> => {
  const due = await nextDue(tx, today);
  if (!due) return false;
  await turnToHold(tx, { type: "formSubmission", id: due.submissionId });
  const row = await lockRow(tx, formSubmission, due.submissionId, "submission");
  // A hold that was placed while this waited for the lock stands.
  const still = await tx.maybe(sql`
    select 1 as one
    from form_submission s
    join form_definition f on f.org_id = s.org_id and f.id = s.form_id
    where s.org_id = ${row.orgId}
      and s.id = ${row.id}
      and s.disposed_on is null
      and ${ended}
      and ${unheld(tx)}
  `);
  if (!still) return true;
  await tx.rows(sql`
    delete from form_file
    where org_id = ${row.orgId} and submission_id = ${row.id}
  `);
  await tx.rows(sql`
    update form_submission
    set answers = '{}', filler_name = '', filler_email = null, disposed_on = ${today}
    where org_id = ${row.orgId} and id = ${row.id}
  `);
  // The ledger keeps its entries and their digests; what they held of the answers is emptied.
  await eraseFieldOf(tx, actor, {
    objectType: "formSubmission",
    objectId: row.id,
    field: "answers",
    reason: due.rule,
  });
  note(tx, actor, "formSubmission", row, {
    action: "dispose",
    after: { disposedOn: today, rule: due.rule },
    note: due.rule,
    event: null,
  });
  return true;
};

/** Lists what will be over within thirty days, tells its owners, and deletes what is due. */
export const keepRetention = async (app: App, orgId: string, today: string, zone: string) => {
  const actor = systemActor(orgId, undefined, "Retention of forms");
  while (await app.database.transaction(actor, (tx) => listSome(tx, today, zone)));
  while (await app.database.transaction(actor, (tx) => disposeOne(tx, actor, today)));
};

/** Each morning of an agency. */
export const retentionDay: AgencyDay = {
  name: "form-retention",
  at: "06:30",
  afterRestore: {
    kind: "courses",
    due: `
      select count(*)::int as due, 0 as people, min(d.due_on)::timestamptz as since
      from form_disposal d
      join form_submission s on s.org_id = d.org_id and s.id = d.submission_id
      where d.due_on <= ${todayOf("d.org_id")} and s.disposed_on is null
    `,
  },
  run: async (app, orgId) => {
    const db = app.database.read({ orgId, personId: null });
    const { timeZone } = await readOrganization(db);
    await keepRetention(app, orgId, businessDate(db.scope, timeZone), timeZone);
  },
};
