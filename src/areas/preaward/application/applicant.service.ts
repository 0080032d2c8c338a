import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import { requireVersion } from "#server/http/endpoint.ts";
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
  note(tx, actor, "grantApplicant", after.id, {
    number: after.legalName,
    action: before ? "change" : "create",
    before,
    after,
    event: "grantApplicant.change",
  });
  return after;
};
