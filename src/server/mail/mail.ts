import { notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Database, Db } from "../db/db.ts";
import { identityDb, type IdentityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { quietReason } from "../quiet.ts";
import { keptSentences } from "./kept-letter.ts";
import { replyAddress, withOrigin, written, type Letter, type Paper } from "./letter.model.ts";

/**
 * The statement that puts copies of notifications into the queue; `select` gives id, agency, kind,
 * address, subject, text and link of each, true, and the address for answers.
 */
export const intoMail = (select: string): string =>
  `
    insert into mail (
      id, org_id, kind, to_address, subject, body_text, link, notice, reply_to
    ) ${select}
  `;

/** The papers of a letter with the names under which they go out. 404 for a file of nobody here. */
const namedPapers = async (db: Db, papers: readonly Paper[]) => {
  const ids = papers.flatMap((paper) => ("fileId" in paper ? [paper.fileId] : []));
  const files = ids.length
    ? await db.rows<{ id: string; name: string }>(sql`
      select id, name
      from stored_file
      where org_id = ${db.scope.orgId} and id = any(${ids}::uuid[])
    `)
    : [];
  const nameOf = new Map(files.map((file) => [file.id, file.name]));
  return papers.map((paper) => {
    if (!("fileId" in paper)) return { ...paper, fileId: null };
    const name = nameOf.get(paper.fileId);
    if (name === undefined) throw notFound("file");
    return { fileId: paper.fileId, name, maker: null, of: null };
  });
};

const queuePapers = async (db: Db, mailId: string, papers: readonly Paper[]): Promise<void> => {
  const named = await namedPapers(db, papers);
  const store = (paper: (typeof named)[number], at: number) =>
    db.rows(sql`
      insert into mail_paper (
        org_id, id, mail_id, position, name, file_id, state, maker, made_of, due_at
      )
      values (
        ${db.scope.orgId}, ${newId()}, ${mailId}, ${at}, ${paper.name}, ${paper.fileId},
        ${paper.fileId === null ? "awaited" : "ready"}, ${paper.maker}, ${paper.of},
        ${paper.fileId === null ? sql`clock_timestamp()` : null}
      )
    `);
  await Promise.all(named.map(store));
};

/**
 * Writes a letter into the queue, in the caller's transaction: it goes out if and only if that
 * commits. Gives the id under which the queue keeps it. 404 for a paper that is no file of the
 * scope's agency, 422 for a wrong address for answers.
 */
export const queueMail = async (db: Db, letter: Letter): Promise<string> => {
  const id = newId();
  const kept = keptSentences(letter.kind, letter.orgId ?? null, id);
  const { subject, text, href } = written({
    ...letter,
    paragraphs: [...letter.paragraphs, ...kept],
  });
  const quiet = quietReason();
  const { replyTo, papers = [], bulk = false, unsubscribe = null } = letter;
  const answers =
    replyTo && typeof replyTo === "object"
      ? sql`(select p.email from person p where p.id = ${replyTo.personId}::uuid)`
      : sql`${replyAddress(replyTo)}`;
  const queued = db.rows(sql`
    insert into mail (
      id, org_id, kind, to_address, subject, body_text, link, reply_to, appointment, bulk,
      unsubscribe, last_error, failed_at
    )
    values (
      ${id}, ${letter.orgId ?? null}, ${letter.kind}, ${letter.to}, ${subject}, ${text}, ${href},
      ${answers}, ${letter.invitation ? JSON.stringify(letter.invitation) : null}::jsonb, ${bulk},
      ${unsubscribe}, ${quiet}, case when ${quiet}::text is not null then clock_timestamp() end
    )
  `);
  await Promise.all([queued, papers.length > 0 && queuePapers(db, id, papers)]);
  return id;
};

export type InboxLetter = {
  id: string;
  kind: string;
  toAddress: string;
  subject: string;
  bodyText: string;
  link: string | null;
  createdAt: string;
  sentAt: string | null;
};

/** A letter that a copy for practice kept. */
export type KeptLetter = Omit<InboxLetter, "kind" | "sentAt">;

/**
 * The newest hundred letters of an agency that is a copy for practice: they went to nobody. None of any
 * other agency.
 */
export const practiceLetters = async (
  database: Database,
  orgId: string,
  origin: string,
): Promise<KeptLetter[]> => {
  const letters = await identityDb(database).rows<KeptLetter>(sql`
    select id, to_address, subject, body_text, link, created_at
    from mail
    where org_id = ${orgId} and levee_is_practice(org_id)
    order by created_at desc, id desc
    limit 100
  `);
  return letters.map((letter) => ({
    ...letter,
    bodyText: withOrigin(letter.bodyText, origin),
    link: letter.link === null ? null : withOrigin(letter.link, origin),
  }));
};

/**
 * Who asks for letters in demo mode: an address of their own, the hash of their browser's inbox
 * key, the agency they work in.
 */
export type InboxReader = { email: string; inboxKeyHash: string | null; orgId: string | null };

/**
 * The newest letters that the reader may see, for the inbox page of demo mode; never offered
 * outside of it: those to their own address,
 * those to addresses that this browser signed up, and those that their agency sent. Nobody reads
 * another person's links.
 */
export const demoInbox = async (
  db: IdentityDb,
  reader: InboxReader,
  origin: string,
): Promise<InboxLetter[]> => {
  const letters = await db.rows<InboxLetter>(sql`
    select id, kind, to_address, subject, body_text, link, created_at, sent_at
    from mail
    where to_address = ${reader.email}
      or org_id = ${reader.orgId}::uuid
      or to_address in (
        select p.email
        from person p
        where p.inbox_key_hash = ${reader.inboxKeyHash}::text
      )
    order by created_at desc, id desc
    limit 100
  `);
  return letters.map((l) => ({
    ...l,
    bodyText: withOrigin(l.bodyText, origin),
    link: l.link === null ? null : withOrigin(l.link, origin),
  }));
};
