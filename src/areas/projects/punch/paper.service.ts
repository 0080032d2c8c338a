import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { punchDocument } from "./paper.model.ts";
import { itemsOfProject, readStanding } from "./punch.read.service.ts";

/** The punch list of a project as a document for its PDF, as it stands now. 404. */
export const punchPaper = async (
  db: Db,
  actor: Actor,
  projectId: string,
): Promise<{ title: string; document: string }> => {
  const [standing, items, organization] = await Promise.all([
    readStanding(db, actor, projectId),
    itemsOfProject(db, actor, projectId),
    readOrganization(db),
  ]);
  const day = formatDate(businessDate(db.scope));
  return {
    title: `${standing.project.number}-punch-list`,
    document: inLook(punchDocument(standing, items, organization.name, day), organization.branding),
  };
};
