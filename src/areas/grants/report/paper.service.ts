import { systemActor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Db } from "#server/db/db.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { formDocument } from "../drawdown/paper.model.ts";
import { readReport } from "./report.service.ts";

/** A report's official form as a document for its PDF, as it was certified or as the books stand. 404. */
export const reportDocument = async (db: Db, id: string): Promise<string> => {
  const organization = await readOrganization(db);
  const actor = { ...systemActor(db.scope.orgId!), timeZone: organization.timeZone };
  const r = await readReport(db, actor, id);
  const of = `${r.number} of ${r.award}, ${formatDate(r.periodFrom)} to ${formatDate(r.periodTo)}`;
  const state = r.certificate ?? `Not certified: as the books stood on ${formatDate(r.cutOn)}.`;
  return inLook(formDocument(r.sheet, of, state), organization.branding);
};
