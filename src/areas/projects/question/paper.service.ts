import type { Actor } from "#kernel/access.ts";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { rfiDocument } from "./paper.model.ts";
import { readRfi } from "./rfi.read.service.ts";

/** A question as a document for its PDF, as its records stand now. 404. */
export const rfiPaper = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ title: string; document: string }> => {
  const [q, organization] = await Promise.all([readRfi(db, actor, id), readOrganization(db)]);
  const at = (moment: Instant) => formatInstant(moment, db.scope.timeZone ?? "UTC");
  return {
    title: q.number,
    document: inLook(rfiDocument(q, organization.name, at), organization.branding),
  };
};
