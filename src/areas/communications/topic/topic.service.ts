import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { change, note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { queueMail } from "#server/mail/mail.ts";
import { noticeTopic } from "../communications.tables.ts";
import { tokenOf } from "#server/mail/letter-link.ts";
import { topicsAskedLetter } from "../notice/notice.letters.ts";
import type { subscriptionInput, topicChange, TopicInput } from "./topic.model.ts";

const subscribers =
  "(select count(*)::int from notice_subscriber s where s.org_id = t.org_id and s.topic_ids @> array[t.id] and s.confirmed_at is not null and s.ended_at is null)";

export const topicList: ListDefinition = {
  name: "notice-topics",
  from: "notice_topic t",
  alias: "t",
  columns: {
    id: { sql: "t.id", hidden: true },
    name: { sql: "t.name", label: "Topic", sort: true },
    about: { sql: "t.about", label: "About" },
    active: { sql: "t.active", label: "In use" },
    subscribers: { sql: subscribers, label: "Subscribers" },
    version: { sql: "t.version", hidden: true },
  },
  filters: { active: { kind: "flag", sql: "t.active" } },
  search: ["t.name", "t.about"],
  defaultSort: "name",
};

const requireNewName = async (tx: Tx, name: string, id: string | null): Promise<void> => {
  const other = await tx.maybe(sql`
    select id
    from notice_topic
    where org_id = ${tx.scope.orgId} and name = ${name} and id is distinct from ${id}::uuid
  `);
  if (other) throw invalidField("name", "There is a topic of this name already.");
};

/** A topic that people of the public may ask for. */
export const addTopic = async (tx: Tx, actor: Actor, input: TopicInput) => {
  await requireNewName(tx, input.name, null);
  const row = await insertRow(tx, noticeTopic, { orgId: tx.scope.orgId!, id: newId(), ...input });
  note(tx, actor, "noticeTopic", row.id, {
    number: row.name,
    action: "create",
    after: row,
    event: null,
  });
  return { ...row, subscribers: 0 };
};

const noticeTopicNoun = {
  name: "noticeTopic",
  table: noticeTopic,
  called: "topic",
  number: (row: typeof noticeTopic.$inferSelect) => row.name,
};

/** Changes a topic; one out of use is offered to nobody, and who asked for it keeps it. */
export const changeTopic = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof topicChange>,
  version: number | null,
) => {
  const after = await change(tx, actor, noticeTopicNoun, {
    id,
    version,
    action: "change",
    effect: async () => {
      await requireNewName(tx, input.name, id);
      return { patch: input };
    },
  });
  return { ...after, subscribers: 0 };
};

const chosenTopics = async (db: Db, orgId: string, topicId: string) => {
  const topics = await db.rows<{ id: string; name: string }>(sql`
    select id, name
    from notice_topic
    where org_id = ${orgId} and active and (${topicId} = 'all' or id::text = ${topicId})
    order by name
  `);
  if (topics.length === 0) throw invalidField("topicId", "Choose a topic of the list.");
  return topics;
};

const visitorNumber = (id: string): string => `V-${id.slice(-8).toUpperCase()}`;

/**
 * Asks an address to confirm that it wants notices of a topic; asked again, the topics add up. The
 * letter goes out each time.
 */
export const askForTopics = async (
  tx: Tx,
  actor: Actor,
  { email, topicId }: z.output<typeof subscriptionInput>,
): Promise<void> => {
  const orgId = tx.scope.orgId!;
  const topics = await chosenTopics(tx, orgId, topicId);
  const ids = topics.map(({ id }) => id);
  const row = await tx.one<{ id: string }>(sql`
    insert into notice_subscriber (org_id, id, email, topic_ids)
    values (${orgId}, ${newId()}, ${email.toLowerCase()}, ${ids})
    on conflict (org_id, email)
    do update set
      topic_ids = (
        select array_agg(distinct t)
        from unnest(case
          when notice_subscriber.ended_at is null then notice_subscriber.topic_ids
        end || excluded.topic_ids) t
      ),
      confirmed_at = case
        when notice_subscriber.ended_at is null then notice_subscriber.confirmed_at
      end,
      ended_at = null, version = notice_subscriber.version + 1, updated_at = clock_timestamp()
    returning id
  `);
  note(tx, actor, "noticeSubscriber", row.id, {
    number: visitorNumber(row.id),
    action: "ask",
    after: { topicIds: ids },
    event: null,
  });
  await queueMail(tx, {
    ...topicsAskedLetter({
      topics: topics.map(({ name }) => name).join(", "),
      path: `/api/v1/public/notice-subscriptions/${tokenOf("notice-subscription", { orgId, id: row.id })}`,
    }),
    to: email,
    orgId,
  });
};

/** Confirms or ends a subscription; the same twice changes nothing. 404 for none. */
export const settleSubscription = async (
  tx: Tx,
  actor: Actor,
  id: string,
  end: boolean,
): Promise<void> => {
  const row = await tx.maybe(sql`
    update notice_subscriber
    set
      confirmed_at = case
        when ${end}::boolean then confirmed_at
        else coalesce(confirmed_at, clock_timestamp())
      end,
      ended_at = case when ${end}::boolean then coalesce(ended_at, clock_timestamp()) end,
      version = version + 1, updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and id = ${id}
    returning id
  `);
  if (!row) throw notFound("subscription");
  note(tx, actor, "noticeSubscriber", id, {
    number: visitorNumber(id),
    action: end ? "end" : "confirm",
    after: { ended: end },
    event: null,
  });
};
