import type { Appointment } from "#kernel/appointment.ts";
import { invalid } from "#kernel/errors.ts";

/** A stored file of the letter's agency, or one that its maker still makes of a record. */
export type Paper = { fileId: string } | { maker: string; of: string; name: string };

/** What a letter says. */
export type Words = {
  subject: string;
  /** Paragraphs of plain text. */
  paragraphs: readonly string[];
  /** The one thing to press, as a path of this site or an absolute address built by the server. */
  link?: { label: string; href: string } | null;
  /** The path that ends the subscription by a POST without more (RFC 8058). */
  unsubscribe?: string | null;
};

declare const defined: unique symbol;
/** The words of a letter that `defineLetter` made; the queue takes no others. */
export type Said = Words & {
  /** Which letter it is, such as `signup` or `purchase_order`; for the inbox and statistics. */
  kind: string;
  readonly [defined]: true;
};

export type Letter = Said & {
  to: string;
  orgId?: string | null;
  /** Where answers go, in place of the product's own address: an address, or a person's. */
  replyTo?: string | { personId: string | null } | null;
  /**
   * Files that go out with it, for letters of an agency. More than 10 MB together, or refused by
   * the mail server, they go out as links that expire.
   */
  papers?: readonly Paper[];
  /** An appointment for the reader's calendar: the same `uid` changes or cancels an earlier one. */
  invitation?: Appointment | null;
  /** One of many of the same text: it goes out behind all others. */
  bulk?: boolean;
};

// Stands for the site's origin in letters written where the settings are not at hand; put in on the
// way out.
const originMark = "{origin}";
const signature = "Levee";

/** A text of the queue with the site's origin in it. */
export const withOrigin = (text: string, origin: string): string =>
  text.replaceAll(originMark, origin);

/** A text in one line, as a header holds it: no letter adds a header by a line break. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();

const addressForm = /^[^\s@<>"(),:;[\]\\]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;

/** An address for answers, as the header takes it. 422 for what is none, such as two in one. */
export const replyAddress = (address: string | null | undefined): string | null => {
  if (address === null || address === undefined || address === "") return null;
  if (address.length <= 254 && addressForm.test(address)) return address;
  const message = "The address for answers is no e-mail address. Correct it, or leave it out.";
  throw invalid("reply_to", message, [{ path: "replyTo", message }]);
};

/** The text of a letter: paragraphs, the link with what it is called, the product's name. */
export const textOf = (
  paragraphs: readonly string[],
  link: { label: string; href: string } | null,
): string =>
  [...paragraphs, ...(link ? [`${link.label}:\n${link.href}`] : []), signature].join("\n\n");

/** A letter as the queue keeps it: subject in one line, text with its link, the link. */
export const written = (letter: Words): { subject: string; text: string; href: string | null } => {
  const href = letter.link ? letter.link.href.replace(/^\//, `${originMark}/`) : null;
  return {
    subject: oneLine(letter.subject),
    text: textOf(letter.paragraphs, href === null ? null : { label: letter.link!.label, href }),
    href,
  };
};

/** What a stored letter says: its paragraphs, and what the link in it is called. */
export const readStored = (
  text: string,
  link: string | null,
): { paragraphs: string[]; label: string | null } => {
  const blocks = text.split("\n\n");
  if (blocks.at(-1) === signature) blocks.pop();
  const end = `:\n${link}`;
  const last = blocks.at(-1);
  if (link === null || !last?.endsWith(end)) return { paragraphs: blocks, label: null };
  return { paragraphs: blocks.slice(0, -1), label: last.slice(0, -end.length) };
};
