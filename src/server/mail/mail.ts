import type { Transporter } from "nodemailer";
import { newId } from "#kernel/ids.ts";
import type { Db } from "../db/db.ts";
import type { IdentityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { letterHtml } from "./letter-html.model.ts";
import { readStored, withOrigin, written, type Letter } from "./letter.model.ts";

export type MailSettings = {
  smtpUrl: string | undefined;
  from: string;
  demo: boolean;
  origin: string;
  /** The name of an agency, as its letters show it. */
  agencyOf: (orgId: string) => Promise<string | null>;
};

const most = 8;
const batch = 20;

/**
 * The statement that puts letters into the queue; `select` gives id, agency, kind, address, subject,
 * text and link of each.
 */
export const intoMail = (select: string): string =>
  `insert into mail (id, org_id, kind, to_address, subject, body_text, link) ${select}`;

/**
 * Writes a letter into the queue, in the caller's transaction: it goes out if and only if that
 * commits.
 */
export const queueMail = async (db: Db, letter: Letter): Promise<void> => {
  const { subject, text, href } = written(letter);
  await db.rows(sql`
    insert into mail (id, org_id, kind, to_address, subject, body_text, link)
    values (
      ${newId()}, ${letter.orgId ?? null}, ${letter.kind}, ${letter.to}, ${subject}, ${text},
      ${href}
    )
  `);
};

type Waiting = {
  id: string;
  orgId: string | null;
  toAddress: string;
  subject: string;
  bodyText: string;
  link: string | null;
  attempts: number;
};

let transport: { url: string; mailer: Transporter } | undefined;
const mailerFor = async (url: string): Promise<Transporter> => {
  const { createTransport } = await import("nodemailer");
  if (transport?.url !== url)
    transport = {
      url,
      mailer: createTransport(url, { disableFileAccess: true, disableUrlAccess: true } as never),
    };
  return transport.mailer;
};

const whyOf = (agency: string | null): string =>
  agency === null
    ? "You get this letter because somebody gave this address to Levee."
    : `You get this letter because ${agency} works with Levee and writes to you at this address.`;

const htmlOf = async (letter: Waiting, { origin, agencyOf }: MailSettings): Promise<string> => {
  const { paragraphs, label } = readStored(letter.bodyText, letter.link);
  const agency = letter.orgId === null ? null : await agencyOf(letter.orgId);
  return letterHtml({
    subject: letter.subject,
    paragraphs: paragraphs.map((text) => withOrigin(text, origin)),
    link: label === null ? null : { label, href: withOrigin(letter.link!, origin) },
    agency,
    why: whyOf(agency),
    origin,
  });
};

const sendOne = async (db: Db, letter: Waiting, settings: MailSettings & { smtpUrl: string }) => {
  try {
    const mailer = await mailerFor(settings.smtpUrl);
    await mailer.sendMail({
      from: settings.from,
      to: letter.toAddress,
      subject: letter.subject,
      text: withOrigin(letter.bodyText, settings.origin),
      html: await htmlOf(letter, settings),
      messageId: `<${letter.id}@levee>`,
    });
    await db.rows(sql`
      update mail
      set sent_at = clock_timestamp(), attempts = attempts + 1, last_error = null
      where id = ${letter.id}
    `);
    return true;
  } catch (error) {
    const wait = Math.min(60 * 2 ** letter.attempts, 6 * 3600);
    await db.rows(sql`
      update mail
      set
        attempts = attempts + 1, last_error = ${String((error as Error).message).slice(0, 300)},
        next_attempt_at = clock_timestamp() + make_interval(secs => ${wait}),
        failed_at = case when attempts + 1 >= ${most} then clock_timestamp() end
      where id = ${letter.id}
    `);
    return false;
  }
};

/**
 * Hands waiting letters to the mail server, oldest first, a batch at a time; several instances
 * never send the same one.
 * A refused letter is tried again after 1, 2, 4 … minutes, eight times in all. Without a mail
 * server letters wait, except in
 * demo mode, where they count as delivered to the inbox in the app. Returns how many went out.
 */
export const sendDueMail = async (db: IdentityDb, settings: MailSettings): Promise<number> => {
  const { smtpUrl } = settings;
  if (!smtpUrl) {
    if (!settings.demo) return 0;
    return (
      await db.rows(sql`
        update mail
        set sent_at = clock_timestamp()
        where sent_at is null and failed_at is null
        returning id
      `)
    ).length;
  }
  return db.transaction(async (tx) => {
    const due = await tx.rows<Waiting>(sql`
      select id, org_id, to_address, subject, body_text, link, attempts
      from mail
      where sent_at is null and failed_at is null and next_attempt_at <= clock_timestamp()
      order by next_attempt_at
      limit ${batch}
      for update skip locked
    `);
    let sent = 0;
    for (const letter of due) if (await sendOne(tx, letter, { ...settings, smtpUrl })) sent++;
    return sent;
  });
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
