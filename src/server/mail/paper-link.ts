import { createHash } from "node:crypto";
import { Problem } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import type { Database, Db } from "../db/db.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { freshBytes } from "../random.ts";

/** So many days a link to a paper of a letter is good. Set on 2026-11-23. */
const paperLinkDays = 30;

/** Where a paper is read by the secret of its link, without that secret. */
export const paperLinkPath = "/api/v1/public/letter-papers";

const digestOf = (secret: string) => createHash("sha256").update(secret).digest("hex");

/**
 * Makes a link to a paper: a random secret that stands in the letter alone, kept as its hash. Gives
 * its path and when it ends. Several are good at once: a letter that is sent again has a new one.
 */
export const makePaperLink = async (
  db: Db,
  paper: { orgId: string; id: string },
): Promise<{ path: string; expiresAt: Instant }> => {
  const secret = freshBytes(32).toString("base64url");
  const { expiresAt } = await db.one<{ expiresAt: Instant }>(sql`
    insert into mail_paper_link (digest, org_id, paper_id, expires_at)
    values (
      ${digestOf(secret)}, ${paper.orgId}, ${paper.id},
      clock_timestamp() + make_interval(days => ${paperLinkDays})
    )
    returning expires_at
  `);
  return { path: `${paperLinkPath}/${secret}`, expiresAt };
};

/** What a link leads to: one paper of one letter, whose file is null until it is made. */
type LinkedPaper = {
  orgId: string;
  name: string;
  fileId: string | null;
  state: "awaited" | "ready" | "failed";
  expired: boolean;
};

const gone = (code: string, message: string, status = 404) =>
  new Problem("notFound", code, message, { status });

/**
 * The stored file of a link's secret. 404 for a secret of none and for a paper that could not be
 * made, 410 for a link that has expired, 503 while the paper is still being made.
 */
export const fileOfLink = async (
  database: Database,
  secret: string,
): Promise<{ sha256: string; name: string }> => {
  const paper = await identityDb(database).maybe<LinkedPaper>(sql`
    select p.org_id, p.name, p.file_id, p.state, l.expires_at <= clock_timestamp() as expired
    from mail_paper_link l
    join mail_paper p on p.org_id = l.org_id and p.id = l.paper_id
    where l.digest = ${digestOf(secret)}
  `);
  const ask = "Ask who sent the letter for the paper.";
  if (!paper)
    throw gone(
      "paper_link",
      `This link leads to nothing. Open it as it stands in the letter. ${ask}`,
    );
  if (paper.expired) throw gone("paper_link_expired", `This link has expired. ${ask}`, 410);
  if (paper.state === "awaited")
    throw gone("paper_awaited", "This paper is still being made. Try again in a minute.", 503);
  if (paper.fileId === null) throw gone("paper_failed", `This paper could not be made. ${ask}`);
  const { sha256 } = await database
    .read({ orgId: paper.orgId, personId: null })
    .one<{ sha256: string }>(
      sql`select sha256 from stored_file where org_id = ${paper.orgId} and id = ${paper.fileId}`,
    );
  return { sha256, name: paper.name };
};
