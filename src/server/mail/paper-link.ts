import { createHash } from "node:crypto";
import type { Db } from "../db/db.ts";
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
): Promise<{ path: string; expiresAt: string }> => {
  const secret = freshBytes(32).toString("base64url");
  const { expiresAt } = await db.one<{ expiresAt: string }>(sql`
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

/** The paper of a link's secret; null for a secret of none. */
export const paperOfLink = (db: Db, secret: string): Promise<LinkedPaper | null> =>
  db.maybe<LinkedPaper>(sql`
    select p.org_id, p.name, p.file_id, p.state, l.expires_at <= clock_timestamp() as expired
    from mail_paper_link l
    join mail_paper p on p.org_id = l.org_id and p.id = l.paper_id
    where l.digest = ${digestOf(secret)}
  `);
