import { systemActor, type Actor } from "#kernel/access.ts";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { submittalDocument } from "./paper.model.ts";
import { readSubmittal } from "./submittal.read.service.ts";

/** A submittal as a document for its PDF, as its records stand now. 404. */
export const submittalPaper = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ title: string; document: string }> => {
  const [s, organization] = await Promise.all([readSubmittal(db, actor, id), readOrganization(db)]);
  const at = (moment: Instant) => formatInstant(moment, db.scope.timeZone ?? "UTC");
  return {
    title: s.number,
    document: inLook(submittalDocument(s, organization.name, at), organization.branding),
  };
};

/** The paper of each submittal, for the evidence package. */
export const papersOfSubmittals = async (db: Db, objectIds: readonly string[]) => {
  const found = await db.rows<{ id: string; number: string }>(sql`
    select id, number
    from submittal
    where org_id = ${db.scope.orgId} and id = any(${[...objectIds]}::uuid[])
    order by number
  `);
  const reader = systemActor(db.scope.orgId!);
  return found.map(({ id, number }) => ({
    name: `${number}.pdf`,
    make: async () => makePdf((await submittalPaper(db, reader, id)).document),
  }));
};
