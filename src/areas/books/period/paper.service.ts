import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { periodDocument } from "./paper.model.ts";
import { readPeriod } from "./period.read.service.ts";

/** The trial balance of a period as a document for its PDF. 404. */
export const periodPaper = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ number: string; html: string }> => {
  const [organization, period] = await Promise.all([
    readOrganization(db),
    readPeriod(db, actor, id),
  ]);
  return {
    number: `Trial balance ${period.number}`,
    html: inLook(periodDocument(period, organization.name), organization.branding),
  };
};
