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

/** A letter as the queue keeps it: subject in one line, text with its link, the link. */
export const written = (
  letter: Pick<Letter, "subject" | "paragraphs" | "link">,
): { subject: string; text: string; href: string | null } => {
  const href = letter.link ? letter.link.href.replace(/^\//, `${originMark}/`) : null;
  return {
    subject: oneLine(letter.subject),
    text: [
      ...letter.paragraphs,
      ...(letter.link ? [`${letter.link.label}:\n${href}`] : []),
      signature,
    ].join("\n\n"),
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
