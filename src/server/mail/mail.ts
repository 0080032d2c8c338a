import type { Transporter } from "nodemailer";
import { newId } from "#kernel/ids.ts";
import type { Db } from "../db/db.ts";
import type { IdentityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";

export type Letter = {
  /** Which letter it is, such as `signup` or `purchase_order`; for the inbox and statistics. */
  kind: string;
  to: string;
  subject: string;
  /** Paragraphs of plain text. */
  paragraphs: readonly string[];
  /** The one thing to press, as a path of this site or an absolute address built by the server. */
  link?: { label: string; href: string } | null;
  orgId?: string | null;
};

export type MailSettings = {
  smtpUrl: string | undefined;
  from: string;
  demo: boolean;
  origin: string;
};

// Stands for the site's origin in letters written where the settings are not at hand; put in on the
// way out.
const originMark = "{origin}";
const most = 8;
const batch = 20;

/** A letter as the queue keeps it: subject in one line, text with its link, the link. */
export const written = (
  letter: Pick<Letter, "subject" | "paragraphs" | "link">,
): { subject: string; text: string; href: string | null } => {
  const href = letter.link ? letter.link.href.replace(/^\//, `${originMark}/`) : null;
  return {
    subject: letter.subject.replace(/[\r\n]+/g, " "),
    text: [
      ...letter.paragraphs,
      ...(letter.link ? [`${letter.link.label}:\n${href}`] : []),
      "Levee",
    ].join("\n\n"),
    href,
  };
};

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
  toAddress: string;
  subject: string;
  bodyText: string;
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

const sendOne = async (db: Db, letter: Waiting, settings: MailSettings & { smtpUrl: string }) => {
  try {
    const mailer = await mailerFor(settings.smtpUrl);
    await mailer.sendMail({
      from: settings.from,
      to: letter.toAddress,
      subject: letter.subject,
      text: letter.bodyText.replaceAll(originMark, settings.origin),
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
      select id, to_address, subject, body_text, attempts
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
    bodyText: l.bodyText.replaceAll(originMark, origin),
    link: l.link?.replace(originMark, origin) ?? null,
  }));
};
