import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { readMonthDetail } from "./month.read.service.ts";
import { monthDocument } from "./paper.model.ts";

/** The reconciliation of a month as a document for its PDF, as it was reviewed or stands now. 404. */
export const monthPaper = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ number: string; html: string }> => {
  const [organization, month] = await Promise.all([
    readOrganization(db),
    readMonthDetail(db, actor, id),
  ]);
  return {
    number: month.number,
    html: inLook(monthDocument(month, organization.name), organization.branding),
  };
};
