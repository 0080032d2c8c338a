import type { Readable } from "node:stream";
import { formatInstant } from "#kernel/dates.ts";
import { Problem } from "#kernel/errors.ts";
import type { App } from "../app.ts";
import { FilesAway } from "../files/away.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { oneLine } from "./letter.model.ts";
import { makePaperLink } from "./paper-link.ts";

/** Papers of one letter go out with it up to so many bytes together, else as links. */
const mostAttached = 10 * 1024 * 1024;

export type House = Pick<App, "database" | "files">;
type Paper = {
  id: string;
  orgId: string;
  name: string;
  fileId: string | null;
  state: "awaited" | "ready" | "failed";
};
type File = { sha256: string; size: number; mediaType: string; stream: Readable };
type Attachment = { filename: string; content: Readable; contentType: string };
/** What goes out with a letter, and what its text says of its papers. */
type Enclosed = { attachments: Attachment[]; sentences: string[] };

/** `patient`: it may still wait for papers; `linksOnly`: the mail server refused them. */
export type Enclosing = {
  mailId: string;
  patient: boolean;
  linksOnly: boolean;
  origin: string;
  timeZone: string;
};

const papersOf = ({ database }: House, mailId: string): Promise<Paper[]> =>
  identityDb(database).rows<Paper>(sql`
    select id, org_id, name, file_id, state
    from mail_paper
    where mail_id = ${mailId}
    order by position
  `);

const openPaper = async (
  { database, files }: House,
  paper: Paper & { fileId: string },
): Promise<File> => {
  const file = await database.read({ orgId: paper.orgId, personId: null }).one<
    Omit<File, "stream">
  >(sql`
    select sha256, size, media_type
    from stored_file
    where org_id = ${paper.orgId} and id = ${paper.fileId}
  `);
  return { ...file, stream: (await files.open(file.sha256)).stream };
};

/** Why a paper is not sent, as the letter says it. */
const lacking: Readonly<Record<string, string>> = {
  file_missing: "is missing on our server. Those who run it have been told",
  file_unreadable: "cannot be read on our server. Those who run it have been told",
  file_refused: "was refused by the virus scanner and is not sent",
  file_unscannable: "could not be looked at by the virus scanner and is not sent",
  file_waiting: "is still being looked at by the virus scanner and is not sent",
  failed: "could not be made",
};
const lack = (name: string, code: string) =>
  `The paper ${name} ${lacking[code]!}. Ask who sends this letter for it.`;

type Taken = { paper: Paper; file: File | null; sentence: string | null; waits: boolean };

const take = async (house: House, paper: Paper): Promise<Taken> => {
  const without = (sentence: string | null, waits: boolean): Taken => ({
    paper,
    file: null,
    sentence,
    waits,
  });
  if (paper.state === "awaited") return without(null, true);
  if (paper.fileId === null) return without(lack(paper.name, "failed"), false);
  try {
    const file = await openPaper(house, { ...paper, fileId: paper.fileId });
    return { paper, file, sentence: null, waits: false };
  } catch (error) {
    if (error instanceof FilesAway) return without(null, true);
    if (!(error instanceof Problem) || !(error.code in lacking)) throw error;
    return without(lack(paper.name, error.code), error.code === "file_waiting");
  }
};

const size = (bytes: number) =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const linkSentence = async (
  { database }: House,
  { paper, file }: Taken,
  { origin, timeZone }: Enclosing,
): Promise<string> => {
  const { path, expiresAt } = await makePaperLink(identityDb(database), paper);
  const until = `The link is good until ${formatInstant(expiresAt, timeZone)}.`;
  return file
    ? `${paper.name} (${size(file.size)}): ${origin}${path}\n${until}`
    : `${paper.name} is still being made. You get it here in some minutes: ${origin}${path}\n${until}`;
};

/**
 * What goes out with a letter: its papers, or links to them, and sentences for papers that it lacks.
 * A paper that the scanner refused or has not seen is neither sent nor linked; of a lost one the
 * operator is told. Null: it waits for a paper.
 */
export const enclose = async (house: House, letter: Enclosing): Promise<Enclosed | null> => {
  const taken: Taken[] = [];
  let attached = false;
  try {
    for (const paper of await papersOf(house, letter.mailId)) taken.push(await take(house, paper));
    if (letter.patient && taken.some((each) => each.waits)) return null;
    const total = taken.reduce((sum, { file }) => sum + (file?.size ?? 0), 0);
    const sentences = taken.flatMap(({ sentence }) => sentence ?? []);
    const links = letter.linksOnly || total > mostAttached;
    for (const each of taken)
      if (each.paper.state === "awaited" || (each.file && links))
        sentences.push(await linkSentence(house, each, letter));
    if (links) return { attachments: [], sentences };
    attached = true;
    const attachments = taken.flatMap(({ paper, file }) =>
      file
        ? [{ filename: oneLine(paper.name), content: file.stream, contentType: file.mediaType }]
        : [],
    );
    const names = attachments.map(({ filename }) => filename).join(", ");
    return {
      attachments,
      sentences: [...(names ? [`With this letter: ${names}`] : []), ...sentences],
    };
  } finally {
    if (!attached) for (const { file } of taken) file?.stream.destroy();
  }
};
