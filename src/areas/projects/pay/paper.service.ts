import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { instant } from "#kernel/time.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { dayIn } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { applicationDocument } from "./paper.model.ts";
import { readApplication } from "./pay.read.service.ts";

/** An application as a document for its PDF, as its records stand now. 404. */
export const applicationPaper = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ title: string; document: string }> => {
  const [a, organization] = await Promise.all([
    readApplication(db, actor, id),
    readOrganization(db),
  ]);
  const day = (at: string) => formatDate(dayIn(db.scope, instant(at)));
  return {
    title: `${a.number}-application`,
    document: inLook(applicationDocument(a, organization.name, day), organization.branding),
  };
};
