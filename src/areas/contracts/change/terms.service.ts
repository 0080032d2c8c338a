import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { contract } from "../contracts.tables.ts";
import { growthOf } from "./caps.service.ts";
import { termsInput, type TermsAnswer, type TermsInput } from "./change.model.ts";
import { contractChangeTerms } from "./change.tables.ts";

export type Terms = typeof contractChangeTerms.$inferSelect;

const none: TermsInput = {
  noticeDays: null,
  submitDays: null,
  decideDays: null,
  appealDays: null,
  noticeIn: "days",
  submitIn: "days",
  decideIn: "days",
  appealIn: "days",
  dayCount: "calendar",
  citation: "",
  published: false,
};

/** What a contract says of changes and claims; null where nobody entered it. */
export const termsOf = (db: Db, contractId: string): Promise<Terms | null> =>
  db.maybe<Terms>(sql`
    select *
    from contract_change_terms
    where org_id = ${db.scope.orgId} and id = ${contractId}
  `);

/** Statuses in which the vendor has, or had, a contract to claim under. */
export const claimable: readonly string[] = [
  "active",
  "suspended",
  "expired",
  "terminated",
  "closeout",
  "closed",
];

/** The same with the contract's growth and what this person may do. 404. */
export const readTerms = async (db: Db, actor: Actor, contractId: string): Promise<TermsAnswer> => {
  const c = await getRow(db, contract, contractId, "contract");
  const [terms, growth] = await Promise.all([termsOf(db, contractId), growthOf(db, contractId)]);
  const mayEdit = actor.permissions.has("contract.edit");
  return {
    ...termsInput.parse(terms ?? none),
    version: terms?.version ?? 0,
    growth,
    canEdit: mayEdit,
    canPropose: mayEdit && (c.status === "active" || c.status === "suspended"),
    canClaim: mayEdit && claimable.includes(c.status),
  };
};

/**
 * Enters a contract's clocks, and whether its changes and claims are shown to everybody. Claims keep
 * the clocks of their notice. 409 for clocks without the clause that sets them, 412 for a stale version.
 */
export const keepTerms = async (
  tx: Tx,
  actor: Actor,
  contractId: string,
  input: TermsInput,
  version: number | null,
): Promise<Terms & { number: string; status: string }> => {
  const c = await lockRow(tx, contract, contractId, "contract");
  const before = await termsOf(tx, contractId);
  requireVersion(before?.version ?? 0, version);
  const clocks = [input.noticeDays, input.submitDays, input.decideDays, input.appealDays];
  if (clocks.some((days) => days !== null) && !input.citation)
    throw conflict("rule", "Say where the contract sets these days, such as section 4.3.");
  const after = before
    ? await updateRow(tx, contractChangeTerms, contractId, input)
    : await insertRow(tx, contractChangeTerms, { ...input, orgId: c.orgId, id: contractId });
  note(tx, actor, "contract", c, { action: "changeTerms", before, after });
  return { ...after, number: c.number, status: c.status };
};
