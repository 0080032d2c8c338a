import { notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { bind, columnOf, sql } from "#server/db/sql.ts";
import { announce } from "#server/lifecycle.ts";
import { written } from "#server/mail/letter.model.ts";
import { intoMail } from "#server/mail/mail.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { quietReason } from "#server/quiet.ts";
import type { Notice, NotificationRow } from "./notification.model.ts";

/** A person's own notices; row security hides everyone else's. */
export const notificationList: ListDefinition = {
  name: "notifications",
  alias: "n",
  from: "notification n",
  columns: {
    id: { sql: "n.id", hidden: true },
    kind: { sql: "n.kind", label: "Kind" },
    title: { sql: "n.title", label: "Title" },
    body: { sql: "n.body", label: "Text" },
    link: { sql: "n.link", label: "Link" },
    readAt: { sql: "n.read_at", label: "Read" },
    createdAt: { sql: "n.created_at", label: "When", sort: true },
  },
  filters: {
    unread: { kind: "flag", sql: "n.read_at is null" },
    kind: { kind: "set", sql: "n.kind", type: "text" },
  },
  search: ["n.title", "n.body"],
  defaultSort: "-createdAt",
  visible: (actor) => sql`n.person_id = ${actor.personId}`,
};

/**
 * Tells people of the scope's agency something, in the transaction that causes it; also by mail
 * where they asked for that.
 * Each person once, whatever the list holds. The notices and their mail copies of a transaction go
 * out with its commit.
 */
export const notify = (tx: Tx, personIds: readonly string[], notice: Notice): void => {
  if (quietReason() !== null) return;
  const orgId = tx.scope.orgId!;
  for (const personId of new Set(personIds)) {
    const id = newId();
    const { subject, text, href } = written({
      subject: notice.title,
      paragraphs: notice.body ? [notice.body] : [],
      link: notice.link ? { label: "Open it in Levee", href: notice.link } : null,
    });
    tx.gather(insertNotices, [
      orgId,
      id,
      personId,
      notice.kind,
      notice.title,
      notice.body ?? "",
      notice.link ?? null,
      newId(),
      notice.copy === false ? null : subject,
      text,
      href,
      notice.answersTo ?? null,
    ]);
    announce(tx, orgId, "notification", id, { personId });
  }
};

const noticeTypes = [
  "uuid",
  "uuid",
  "uuid",
  "text",
  "text",
  "text",
  "text",
  "uuid",
  "text",
  "text",
  "text",
  "uuid",
];
const noticeArrays = noticeTypes.map((type, at) => `$${at + 1}::${type}[]`).join(", ");
const noticeText = `
  with n as materialized (
    select *
    from unnest(${noticeArrays}) as n(
      org_id, id, person_id, kind, title, body, link, mail_id, subject, mail_text, href, answers_to
    )
  ),
  told as (
    insert into notification (org_id, id, person_id, kind, title, body, link)
    select org_id, id, person_id, kind, title, body, link
    from n
  )
  ${intoMail(`
    select
      n.mail_id, n.org_id, n.kind, p.email, n.subject, n.mail_text, n.href, true,
      (select r.email from person r where r.id = n.answers_to)
    from n
    join person p on p.id = n.person_id
    where p.preferences->>'mailNotices' = 'true' and n.subject is not null
  `)}
`;
// Most transactions tell one person.
const oneNotice = `
  with told as (
    insert into notification (org_id, id, person_id, kind, title, body, link)
    values ($1, $2, $3, $4, $5, $6, $7)
  ) ${intoMail(`
    select $8, $1, $4, p.email, $9, $10, $11, true, (select r.email from person r where r.id = $12)
    from person p
    where p.id = $3 and p.preferences->>'mailNotices' = 'true' and $9::text is not null
  `)}
`;
const insertNotices = (notices: (string | null)[][]) =>
  notices.length === 1
    ? bind(oneNotice, notices[0]!)
    : bind(
        noticeText,
        noticeTypes.map((_, at) => columnOf(notices.map((n) => n[at]))),
      );

/** How many of the scope person's notices are unread. */
export const countUnread = async (db: Db): Promise<number> =>
  (
    await db.one<{ n: number }>(sql`
      select count(*)::int as n
      from notification
      where org_id = ${db.scope.orgId} and person_id = ${db.scope.personId} and read_at is null
    `)
  ).n;

/** Marks one notice read or unread. @throws 404 for somebody else's. */
export const markNotification = async (
  tx: Tx,
  id: string,
  read: boolean,
): Promise<NotificationRow> => {
  const row = await tx.maybe<NotificationRow>(sql`
    update notification
    set read_at = case when ${read}::boolean then coalesce(read_at, clock_timestamp()) end
    where org_id = ${tx.scope.orgId} and id = ${id} and person_id = ${tx.scope.personId}
    returning id, kind, title, body, link, read_at, created_at
  `);
  if (!row) throw notFound("notification");
  return row;
};

/** Marks all of the person's notices read; how many changed. */
export const markAllRead = async (tx: Tx): Promise<number> =>
  (
    await tx.rows(sql`
      update notification
      set read_at = clock_timestamp()
      where org_id = ${tx.scope.orgId} and person_id = ${tx.scope.personId} and read_at is null
      returning id
    `)
  ).length;
