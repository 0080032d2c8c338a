import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { audit } from "#server/audit/audit.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { announce } from "#server/lifecycle.ts";
import { judgeEligibility } from "../opportunity/opportunity.service.ts";
import { grantApplicant } from "../preaward.tables.ts";
import type { ApplicantInput } from "./application.model.ts";

export type Applicant = typeof grantApplicant.$inferSelect;

/** What the agency says of itself on applications; null until somebody entered it. */
export const applicantOf = async (db: Db): Promise<Applicant | null> =>
  (await db.maybe<Applicant>(
    sql`select * from grant_applicant where org_id = ${db.scope.orgId}`,
  )) ?? null;

/** The agency's type of applicant by which eligibility is judged; null until it is known. */
export const applicantTypeOf = async (db: Db): Promise<string | null> =>
  (await applicantOf(db))?.applicantType ?? null;

/** Keeps what the agency says of itself; another type of applicant judges opportunities anew. */
export const keepApplicant = async (
  tx: Tx,
  actor: Actor,
  input: ApplicantInput,
  version: number | null,
): Promise<Applicant> => {
  const before = await applicantOf(tx);
  if (before && version !== null) requireVersion(before.version, version);
  const after = before
    ? await updateRow(tx, grantApplicant, before.id, input)
    : await insertRow(tx, grantApplicant, { ...input, orgId: tx.scope.orgId!, id: newId() });
  if (before?.applicantType !== after.applicantType)
    await judgeEligibility(tx, after.applicantType);
  audit(tx, actor, {
    action: before ? "grantApplicant.change" : "grantApplicant.create",
    objectType: "grantApplicant",
    objectId: after.id,
    objectNumber: after.legalName,
    before,
    after,
  });
  announce(tx, after.orgId, "grantApplicant.change", after.id);
  return after;
};
