import { notFound, Problem } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import type { App } from "../app.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { keptOfKind } from "./letter-kinds.ts";
import { readToken, tokenOf } from "./letter-link.ts";
import { makePaper } from "./paper-makers.ts";

/** Where a letter that somebody outside keeps is read again, without its token. */
export const keptLetterPath = "/api/v1/public/kept-letters";

/**
 * What a letter of a kept kind says of itself: whoever is outside keeps what their process ended with,
 * and finds it again when the letter is lost. Nothing for other kinds and for letters of no agency.
 */
export const keptSentences = (kind: string, orgId: string | null, id: string): string[] => {
  const what = keptOfKind(kind);
  return what === null || orgId === null
    ? []
    : [
        `Keep this ${what}. This link opens it again, with what is enclosed, as long as the record is kept: {origin}${keptLetterPath}/${tokenOf("kept-letter", { orgId, id })}`,
      ];
};

type Kept = {
  id: string;
  orgId: string;
  kind: string;
  toAddress: string;
  subject: string;
  bodyText: string;
  link: string | null;
  createdAt: Instant;
};
type KeptPaper = {
  orgId: string;
  id: string;
  position: number;
  name: string;
  fileId: string | null;
  state: "awaited" | "ready" | "failed";
  maker: string | null;
  madeOf: string | null;
};

/** A kept letter by its token, with its papers in their order. 404 for any other text. */
export const keptLetter = async (
  { database }: App,
  token: string,
): Promise<{ letter: Kept; papers: KeptPaper[] }> => {
  const { orgId, id } = readToken("kept-letter", token);
  const identity = identityDb(database);
  const letter = await identity.maybe<Kept>(sql`
    select id, org_id, kind, to_address, subject, body_text, link, created_at
    from mail
    where id = ${id} and org_id = ${orgId}
  `);
  if (!letter || keptOfKind(letter.kind) === null) throw notFound("letter");
  const papers = await identity.rows<KeptPaper>(sql`
    select org_id, id, position, name, file_id, state, maker, made_of
    from mail_paper
    where org_id = ${orgId} and mail_id = ${id}
    order by position
  `);
  return { letter, papers };
};

/**
 * The stored file of a paper of a kept letter. One that nobody has made yet is made now: an agency
 * without a mail server sends no letters, and its links lead here all the same.
 * @throws Problem 404, also for one that could not be made, 503 while another one makes it.
 */
export const keptPaper = async (
  app: App,
  token: string,
  position: number,
): Promise<{ sha256: string; name: string }> => {
  const { papers } = await keptLetter(app, token);
  const paper = papers.find((each) => each.position === position);
  if (!paper) throw notFound("paper");
  if (paper.state === "failed")
    throw new Problem("notFound", "paper_failed", "This paper could not be made. Ask the agency.");
  const fileId =
    paper.fileId ??
    (await makePaper(app, {
      ...paper,
      maker: paper.maker ?? "",
      madeOf: paper.madeOf ?? "",
    }));
  const { sha256 } = await app.database
    .read({ orgId: paper.orgId, personId: null })
    .one<{ sha256: string }>(
      sql`select sha256 from stored_file where org_id = ${paper.orgId} and id = ${fileId}`,
    );
  return { sha256, name: paper.name };
};
