import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { audit } from "#server/audit/audit.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { announce } from "#server/lifecycle.ts";
import { judgeEligibility } from "../opportunity/opportunity.service.ts";
import { grantApplicant } from "../preaward.tables.ts";
import { applicantOf, type Applicant } from "./applicant.read.service.ts";
import type { ApplicantInput } from "./application.model.ts";

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
