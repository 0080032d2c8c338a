import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind } from "#server/db/sql.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { approvalsOf } from "#areas/workflow/workflow.server.ts";
import { signingsOf } from "../contract/contract.read.service.ts";
import { contract } from "../contracts.tables.ts";
import { beyondCaps } from "./caps.model.ts";
import { analysisDemanded, growthOf, measured } from "./caps.service.ts";
import { changeList } from "./change.list.ts";
import { objectionsTo, type Change, type ChangeDetail } from "./change.model.ts";
import { changeNoun, type ChangeRecord } from "./change.noun.ts";
import { contractChange } from "./change.tables.ts";
import { linesOf } from "./lines.service.ts";

const judged = (c: ChangeRecord): boolean =>
  ["proposed", "reviewed", "priced", "funds_checked"].includes(c.status);

/** A change with its lines, what its contract has grown by, and the actor's actions. 404. */
export const readChange = async (db: Db, actor: Actor, id: string): Promise<ChangeDetail> => {
  const row = await db.maybe<Change>(
    bind(
      `
        select ${recordColumns(changeList, {})}
        from ${changeList.from}
        where x.org_id = $1 and x.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound("change order");
  const [c, of, lines, growth, signings, approvals] = await Promise.all([
    getRow(db, contractChange, id, "change order"),
    getRow(db, contract, row.contractId, "contract"),
    linesOf(db, id),
    growthOf(db, row.contractId, id),
    signingsOf(db, row.contractId, null, id),
    approvalsOf(db, [id]),
  ]);
  const mayEdit = actor.permissions.has("contract.edit");
  const open = judged(c);
  return {
    ...row,
    reason: c.reason,
    lines,
    inScope: c.inScope,
    scopeReason: c.scopeReason,
    analysis: c.analysis,
    analysisDemanded: await analysisDemanded(db, c),
    funding: c.funding,
    yearPlan: c.yearPlan,
    bodyNumber: c.bodyNumber,
    bodyDay: c.bodyDay,
    bodyFileId: c.bodyFileId,
    claimId: c.claimId,
    proposedBy: c.proposedBy,
    statusReason: c.statusReason,
    appliedAt: c.appliedAt,
    growth,
    beyond:
      open || c.status === "in_approval"
        ? beyondCaps(measured(growth), c.increase, growth.caps)
        : [],
    objections: c.status === "funds_checked" ? objectionsTo(c, of) : [],
    ceilingNow: of.ceiling,
    endsNow: of.endsOn,
    signings,
    approvalId: approvals.at(-1) ?? null,
    canEdit: c.status === "proposed" && c.side === "agency" && mayEdit,
    canRecordDecision: (c.status === "priced" || c.status === "funds_checked") && mayEdit,
    actions: actionsFor(actor, changeNoun, c),
  };
};
