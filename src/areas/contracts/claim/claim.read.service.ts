import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind } from "#server/db/sql.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { approvalsOf } from "#areas/workflow/workflow.server.ts";
import { claimList } from "./claim.list.ts";
import type { Claim, ClaimDetail } from "./claim.model.ts";
import { claimNoun } from "./claim.noun.ts";
import { contractClaim } from "./claim.tables.ts";
import { issuesOf } from "./settling.service.ts";

/** A claim with its points and the actor's actions; counsel's notes are read apart. 404. */
export const readClaim = async (db: Db, actor: Actor, id: string): Promise<ClaimDetail> => {
  const row = await db.maybe<Claim>(
    bind(
      `
        select ${recordColumns(claimList, {})}
        from ${claimList.from}
        where x.org_id = $1 and x.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound("claim");
  const [c, issues, approvals] = await Promise.all([
    getRow(db, contractClaim, id, "claim"),
    issuesOf(db, id),
    approvalsOf(db, [id]),
  ]);
  return {
    ...row,
    side: c.side,
    narrative: c.narrative,
    noticeDueOn: c.noticeDueOn,
    citation: c.citation,
    submittedOn: c.submittedOn,
    certifiedBy: c.certifiedBy,
    decidedOn: c.decidedOn,
    decision: c.decision,
    appealedOn: c.appealedOn,
    appeal: c.appeal,
    settlement: c.settlement,
    settling: c.settling,
    settledOn: c.settledOn,
    changeId: c.changeId,
    statusReason: c.statusReason,
    issues,
    approvalId: approvals.at(-1) ?? null,
    readsNotes: actor.permissions.has("claimNote.read"),
    actions: actionsFor(actor, claimNoun, c),
  };
};
