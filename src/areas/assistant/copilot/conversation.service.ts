import type { Actor } from "#kernel/access.ts";
import { conflict, notFound, staleVersion } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { noteProposed, takeProposal } from "#areas/agents/agents.server.ts";
import type { App } from "#server/app.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { findRow, getRow, insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { EndpointName } from "#server/http/endpoint.ts";
import { answeredOf } from "../chat/answered.service.ts";
import { composed, sourcesOf } from "../chat/answer.service.ts";
import { bettered } from "../model/ask-model.service.ts";
import { copilotConversation, copilotMessage } from "../assistant.tables.ts";
import type { ConversationDetail, ConversationRow, CopilotMessage } from "./conversation.model.ts";

type Stored = typeof copilotMessage.$inferSelect;

/** So many answers a conversation holds; a longer one begins anew. */
const mostMessages = 200;

/** The conversations of whoever asks, the newest first, at most a hundred. */
export const conversationsOf = (db: Db, q: string): Promise<ConversationRow[]> =>
  db.rows<ConversationRow>(sql`
    select id, title, last_at, version
    from copilot_conversation
    where org_id = ${db.scope.orgId}
      and person_id = ${db.scope.personId}
      and (${q} = '' or title ilike '%' || ${q} || '%')
    order by last_at desc
    limit 100
  `);

const shown = ({ proposal, ...row }: Stored): CopilotMessage => ({
  ...{ id: row.id, role: row.role, text: row.text, sources: row.sources, said: row.said },
  ...{ decided: row.decided, createdAt: row.createdAt, version: row.version },
  proposal: proposal && { label: proposal.label, changes: [...proposal.changes] },
});

/** A conversation with everything that was said; 404 for anybody else. */
export const readConversation = async (db: Db, id: string): Promise<ConversationDetail> => {
  const { title, lastAt, version } = await getRow(db, copilotConversation, id, "conversation");
  const messages = await db.rows<Stored>(sql`
    select *
    from copilot_message
    where org_id = ${db.scope.orgId} and conversation_id = ${id}
    order by place
    limit ${mostMessages}
  `);
  return { id, title, lastAt, version, messages: messages.map(shown) };
};

const titleOf = (question: string): string => {
  const line = question.replace(/\s+/g, " ").trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
};

/**
 * Answers a question from what whoever asks may read, and keeps both in a conversation of theirs: a new
 * one (`id` null), or one that goes on. 404; 409 `conversation_full`.
 */
export const askCopilot = async (
  app: App,
  actor: Actor,
  id: string | null,
  question: string,
): Promise<ConversationDetail> => {
  if (id && !(await findRow(app.database.read(actor), copilotConversation, id)))
    throw notFound("conversation");
  const found = await answeredOf(app, actor, question);
  const words = await bettered(app, actor, found, [{ role: "user", content: question }]);
  const text = words ?? composed(found, true, { says: false });
  const sources = sourcesOf(found);
  return app.database.transaction(actor, async (tx) => {
    const of = { orgId: tx.scope.orgId!, personId: actor.personId! };
    const conversationId = id ?? newId();
    if (id) await lockRow(tx, copilotConversation, id, "conversation");
    else
      await insertRows(tx, copilotConversation, [
        { ...of, id: conversationId, title: titleOf(question) },
      ]);
    const { said } = await tx.one<{ said: number }>(sql`
      select count(*)::int as said
      from copilot_message
      where org_id = ${of.orgId} and conversation_id = ${conversationId}
    `);
    if (said >= mostMessages)
      throw conflict("conversation_full", "This conversation is full. Begin a new one.");
    const message = { ...of, conversationId };
    await insertRows(tx, copilotMessage, [
      { ...message, id: newId(), place: said + 1, role: "user", text: question },
      {
        ...{ ...message, id: newId(), place: said + 2, role: "assistant", text, sources },
        proposal: found.standing?.proposal ?? null,
      },
    ]);
    await tx.rows(sql`
      update copilot_conversation
      set last_at = clock_timestamp()
      where org_id = ${of.orgId} and id = ${conversationId}
    `);
    return readConversation(tx, conversationId);
  });
};

/** Takes a conversation away, with everything in it. 404. */
export const forget = async (tx: Tx, id: string): Promise<null> => {
  await lockRow(tx, copilotConversation, id, "conversation");
  await tx.rows(sql`
    delete from copilot_conversation
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);
  return null;
};

const undecided = async (tx: Tx, id: string, version: number | null): Promise<Stored> => {
  const row = await lockRow(tx, copilotMessage, id, "message");
  if (version !== null && version !== row.version) throw staleVersion(row.version, version);
  if (!row.proposal) throw conflict("not_proposed", "Nothing is proposed here.");
  if (row.decided) throw conflict("decided", "This was decided already.");
  return row;
};

/**
 * Does what the copilot offered, as the person who accepts, through the rules of that address; where the
 * record has changed since, nothing is done and the message says so. 404; 409 `decided`, `not_proposed`;
 * 412; what the address refuses.
 */
export const acceptOffered = async (
  app: App,
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<CopilotMessage> => {
  const row = await undecided(tx, id, version);
  const proposal = row.proposal!;
  const readingAt = (reading: string) => reading as EndpointName;
  const taken = await takeProposal({ app, tx, actor, proposal, readingAt, edits: [] });
  if (taken.moved)
    return shown(
      await updateRow(tx, copilotMessage, id, {
        decided: "superseded",
        said: "The record has changed since. Nothing was done; ask again.",
      }),
    );
  const { result } = taken;
  const number = typeof result.number === "string" ? result.number : "";
  noteProposed(tx, actor, proposal, { result, number, by: "by the copilot" });
  return shown(
    await updateRow(tx, copilotMessage, id, {
      decided: "accepted",
      said: `${proposal.label}: done${number && !proposal.label.includes(number) ? `, ${number}` : ""}.`,
    }),
  );
};

/** Leaves what the copilot offered undone. 404; 409 `decided`, `not_proposed`; 412. */
export const dismissOffered = async (
  tx: Tx,
  id: string,
  version: number | null,
): Promise<CopilotMessage> => {
  await undecided(tx, id, version);
  return shown(await updateRow(tx, copilotMessage, id, { decided: "dismissed" }));
};
