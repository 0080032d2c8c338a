import type { Transporter } from "nodemailer";
import type { Db, Tx } from "../db/db.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { composed, type Agency } from "./compose.ts";
import { enclose, type House } from "./papers.ts";
import type { Waiting } from "./waiting.model.ts";

export type MailSettings = {
  smtpUrl: string | undefined;
  from: string;
  demo: boolean;
  origin: string;
  /** An agency, as its letters show it. */
  agencyOf: (orgId: string) => Promise<Agency | null>;
};
type Sending = MailSettings & { smtpUrl: string };

const most = 8;
/** So many letters one round takes; the next one takes the rest. */
const ofOneRound = 500;
/** A round ends when the mail server did not answer so often. */
const mostAway = 3;
/** So many minutes a letter waits for a paper that is made or looked at. */
const paperMinutes = 5;
const againSeconds = 20;
/** So long the mail server may take to answer, in milliseconds. */
const patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };
/** The database ends a transaction that says nothing for a minute; sending 10 MB may take longer. */
const beatMs = 20_000;

let transport: { url: string; mailer: Transporter } | undefined;
const mailerFor = async (url: string): Promise<Transporter> => {
  const { createTransport } = await import("nodemailer");
  if (transport?.url !== url) {
    const closed = { disableFileAccess: true, disableUrlAccess: true, ...patience };
    transport = { url, mailer: createTransport({ url, ...closed } as never) };
  }
  return transport.mailer;
};

/** Greets the mail server and signs in to it, without a letter. @throws what it says */
export const greetMailServer = async (url: string): Promise<void> =>
  void (await (await mailerFor(url)).verify());

/** What a mail server answers that takes no message with these papers: too large, or its content. */
const refusesPapers = ({ responseCode, code }: { responseCode?: number; code?: string }) =>
  responseCode === 552 ||
  responseCode === 554 ||
  responseCode === 523 ||
  (code === "EMESSAGE" && (responseCode === undefined || responseCode === 550));
const isAway = ({ responseCode }: { responseCode?: number }) => responseCode === undefined;

const noteSent = (tx: Db, { id }: Waiting) =>
  tx.rows(sql`
    update mail
    set sent_at = clock_timestamp(), attempts = attempts + 1, last_error = null
    where id = ${id}
  `);

const noteLinks = (tx: Db, { id }: Waiting, why: string) =>
  tx.rows(sql`
    update mail
    set
      attempts = attempts + 1, links_only = true, next_attempt_at = clock_timestamp(),
      delivery_note = ${`The mail server refused the papers (${why.slice(0, 200)}). The letter went on with links to them.`}
    where id = ${id}
  `);

const noteRefusal = (tx: Db, { id, attempts }: Waiting, why: string) =>
  tx.rows(sql`
    update mail
    set
      attempts = attempts + 1, last_error = ${why.slice(0, 300)},
      next_attempt_at = clock_timestamp() + make_interval(secs => ${Math.min(60 * 2 ** attempts, 6 * 3600)}),
      failed_at = case when attempts + 1 >= ${most} then clock_timestamp() end
    where id = ${id}
  `);

const postpone = (tx: Db, { id }: Waiting) =>
  tx.rows(sql`
    update mail
    set next_attempt_at = clock_timestamp() + make_interval(secs => ${againSeconds})
    where id = ${id}
  `);

/** Runs `work` while the transaction stays open, and keeps it from being ended for saying nothing. */
const beating = async <T>(tx: Db, work: () => Promise<T>): Promise<T> => {
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    last = tx.rows(sql`select 1 as ok`).catch(() => {});
  }, beatMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await last;
  }
};

type Outcome = "none" | "sent" | "waits" | "again" | "refused" | "away";

const sendOne = async (
  house: House,
  tx: Db,
  letter: Waiting,
  settings: Sending,
): Promise<Outcome> => {
  const agency = letter.orgId === null ? null : await settings.agencyOf(letter.orgId);
  const enclosed = await enclose(house, {
    mailId: letter.id,
    patient: letter.patient,
    linksOnly: letter.linksOnly,
    origin: settings.origin,
    timeZone: agency?.timeZone ?? "UTC",
  });
  if (!enclosed) return postpone(tx, letter).then(() => "waits");
  try {
    const mailer = await mailerFor(settings.smtpUrl);
    await beating(tx, () =>
      mailer.sendMail({
        ...composed(letter, { ...settings, agency, sentences: enclosed.sentences }),
        attachments: enclosed.attachments,
      }),
    );
  } catch (error) {
    const why = (error as Error).message;
    if (enclosed.attachments.length > 0 && refusesPapers(error as { responseCode?: number }))
      return noteLinks(tx, letter, why).then(() => "again");
    await noteRefusal(tx, letter, why);
    return isAway(error as { responseCode?: number }) ? "away" : "refused";
  } finally {
    for (const { content } of enclosed.attachments) content.destroy();
  }
  await noteSent(tx, letter);
  return "sent";
};

// The row stays locked until the answer is written down.
const nextDue = (tx: Tx) =>
  tx.maybe<Waiting>(sql`
    select
      id, org_id, kind, to_address, subject, body_text, link, reply_to, notice, appointment,
      links_only, attempts, unsubscribe,
      created_at > clock_timestamp() - make_interval(mins => ${paperMinutes}) as patient
    from mail
    where sent_at is null and failed_at is null and next_attempt_at <= clock_timestamp()
    order by bulk, next_attempt_at
    limit 1
    for update skip locked
  `);

/**
 * Hands waiting letters to the mail server, oldest first, those to many behind all others, each in
 * a transaction of its own. Several
 * instances never send the same one. Where an instance dies between the mail server's answer and
 * the commit, that one letter goes out again, under the same Message-ID: SMTP has no way to ask
 * whether it was taken.
 * A refused letter is tried again after 1, 2, 4 … minutes, eight times in all; one whose papers are
 * refused goes on at once with links to them. Without a mail server letters wait, except in demo
 * mode, where they count as delivered to the inbox in the app. Returns how many went out.
 */
export const sendDueMail = async (house: House, settings: MailSettings): Promise<number> => {
  const { smtpUrl } = settings;
  const db = identityDb(house.database);
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
  let sent = 0;
  let away = 0;
  for (let taken = 0; taken < ofOneRound && away < mostAway; taken++) {
    const outcome = await db.transaction(async (tx): Promise<Outcome> => {
      const letter = await nextDue(tx);
      return letter ? sendOne(house, tx, letter, { ...settings, smtpUrl }) : "none";
    });
    if (outcome === "none") break;
    if (outcome === "sent") sent++;
    away = outcome === "away" ? away + 1 : 0;
  }
  return sent;
};
