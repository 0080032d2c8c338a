import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { dutyLabels, type Duty } from "#roles.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { listAll } from "#server/http/list-page.ts";
import { filtersInWords } from "#server/http/list-words.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { departmentById, readOrganization } from "#areas/organization/organization.server.ts";
import { vendorList } from "#areas/vendors/vendors.server.ts";
import { massNotice } from "../communications.tables.ts";
import { merged, plainInMarkdown } from "../merge/merge.model.ts";
import { recipientStates, type Audience, type RecipientState } from "./notice.labels.ts";
import { recipientList } from "./notice.list.ts";
import type { NoticeDetail, OwnNotice } from "./notice.model.ts";
import { noticeNoun, type NoticeRecord } from "./notice.noun.ts";
import { reachOf } from "./recipients.service.ts";

const roleWords: Readonly<Record<string, string>> = {
  user: "users",
  manager: "managers",
  admin: "administrators",
};

/** Whom a notice is for, in words. */
const audienceWords = async (db: Db, audience: Audience): Promise<string> => {
  if (audience.kind === "vendors")
    return audience.query
      ? `Vendors of the directory by ${filtersInWords(vendorList, audience.query)}`
      : "All vendors of the directory";
  if (audience.kind === "public") {
    const topics = await db.rows<{ name: string }>(sql`
      select name
      from notice_topic
      where org_id = ${db.scope.orgId} and id = any(${audience.topicIds}::uuid[])
      order by name
    `);
    return `Everybody who asked for ${topics.map(({ name }) => name).join(", ")}`;
  }
  const departments = await Promise.all(
    audience.departmentIds.map(async (id) => (await departmentById(db, id)).name),
  );
  const parts = [
    ...audience.roles.map((role) => roleWords[role] ?? role),
    ...audience.duties.map((duty) => dutyLabels[duty as Duty]?.label ?? duty),
    ...departments,
  ];
  return parts.length > 0 ? `Staff: ${parts.join(", ")}` : "All staff";
};

const countsOf = async (db: Db, actor: Actor, id: string) => {
  const rows = await listAll(db, actor, recipientList, { notice: [id] }, 20_000);
  const counts = Object.fromEntries(
    Object.keys(recipientStates).map((state) => [state, 0]),
  ) as Record<RecipientState, number>;
  for (const row of rows) counts[row["state"] as RecipientState]++;
  return counts;
};

const sample = (name: string, address: string) =>
  new Map([
    ["name", "Dana Ruiz"],
    ["agency.name", name],
    ["agency.address", address],
    ["today", "the day on which it goes out"],
  ]);

/** A notice with whom it is for, how many it reaches, and what became of its letters. 404. */
export const readNotice = async (db: Db, actor: Actor, id: string): Promise<NoticeDetail> => {
  const row = (await getRow(db, massNotice, id, "notice")) as NoticeRecord;
  const before = ["draft", "approved", "scheduled"].includes(row.status);
  const [agency, words, counts, reach] = await Promise.all([
    readOrganization(db),
    audienceWords(db, row.audience),
    countsOf(db, actor, id),
    before ? reachOf(db, actor, row.audience) : null,
  ]);
  const values = sample(agency.name, agency.address ?? "");
  return {
    ...row,
    text: merged(row.body, values, plainInMarkdown),
    audienceKind: row.audience.kind,
    audienceWords: words,
    reach,
    recipients: Object.values(counts).reduce((sum, n) => sum + n, 0),
    acknowledged: counts.acknowledged,
    counts,
    canEdit: row.status === "draft" && actor.permissions.has("notice.write"),
    actions: actionsFor(actor, noticeNoun, row),
  } as NoticeDetail;
};

/** Notices that the person got, newest first. */
export const ownNotices = async (db: Db, actor: Actor): Promise<OwnNotice[]> => {
  const rows = await db.rows<Omit<OwnNotice, "text"> & { body: string }>(sql`
    select
      r.id, n.number, n.subject, n.body, r.queued_at as sent_at, n.acknowledge_by, r.acknowledged_at
    from notice_recipient r
    join mass_notice n on n.org_id = r.org_id and n.id = r.notice_id
    where r.org_id = ${db.scope.orgId}
      and r.person_id = ${actor.personId}
      and r.queued_at is not null
    order by r.queued_at desc
    limit 100
  `);
  if (rows.length === 0) return [];
  const agency = await readOrganization(db);
  const values = sample(agency.name, agency.address ?? "").set("name", actor.name);
  return rows.map(({ body, ...row }) => ({
    ...row,
    subject: merged(row.subject, values),
    text: merged(body, values, plainInMarkdown),
  }));
};

type Acknowledged = { id: string; noticeId: string; name: string; number: string; first: boolean };

/**
 * Writes down that a recipient read a notice; the first time counts. `by`: how it was said. 404 for
 * nobody's, and for a notice that asks nobody.
 */
export const acknowledge = async (
  tx: Tx,
  actor: Actor,
  recipientId: string,
  by: string,
): Promise<Acknowledged> => {
  const row = await tx.maybe<Omit<Acknowledged, "first"> & { acknowledgedAt: Instant | null }>(sql`
    select r.id, r.notice_id, r.name, n.number, r.acknowledged_at
    from notice_recipient r
    join mass_notice n on n.org_id = r.org_id and n.id = r.notice_id
    where r.org_id = ${tx.scope.orgId} and r.id = ${recipientId} and n.acknowledge_by is not null
    for update of r
  `);
  if (!row) throw notFound("notice");
  const first = row.acknowledgedAt === null;
  if (first) {
    await tx.rows(sql`
      update notice_recipient
      set acknowledged_at = clock_timestamp(), acknowledged_by = ${by}
      where org_id = ${tx.scope.orgId} and id = ${recipientId}
    `);
    note(tx, actor, "massNotice", row.noticeId, {
      number: row.number,
      action: "acknowledge",
      after: { recipientId, by },
    });
  }
  return { ...row, first };
};

/** The same by the person who got it, signed in. 404 for somebody else's. */
export const acknowledgeOwn = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const own = await tx.maybe(sql`
    select id
    from notice_recipient
    where org_id = ${tx.scope.orgId} and id = ${id} and person_id = ${actor.personId}
  `);
  if (!own) throw notFound("notice");
  await acknowledge(tx, actor, id, actor.name);
};
