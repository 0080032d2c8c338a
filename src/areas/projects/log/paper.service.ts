import { systemActor, type Actor } from "#kernel/access.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { logDocument } from "./paper.model.ts";
import { readLog } from "./log.read.service.ts";

/** A log as a document for its PDF, as its records stand now. 404. */
export const logPaper = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ title: string; document: string }> => {
  const [log, organization] = await Promise.all([readLog(db, actor, id), readOrganization(db)]);
  const at = (moment: Instant) => formatInstant(moment, db.scope.timeZone ?? "UTC");
  return {
    title: `${log.number}-${formatDate(log.day)}`.replaceAll(/[^\w.-]+/g, "-"),
    document: inLook(logDocument(log, organization.name, at), organization.branding),
  };
};

/** The daily logs among these records, each as its paper, for the evidence package. */
export const papersOfLogs = async (db: Db, objectIds: readonly string[]) => {
  const found = await db.rows<{ id: string; number: string }>(sql`
    select id, number
    from daily_log
    where org_id = ${db.scope.orgId} and id = any(${[...objectIds]}::uuid[])
    order by number
  `);
  const reader = systemActor(db.scope.orgId!);
  return found.map(({ id, number }) => ({
    name: `${number}-log.pdf`,
    make: async () => makePdf((await logPaper(db, reader, id)).document),
  }));
};
