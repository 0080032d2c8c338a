import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { change } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRows, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { contractNoun } from "../contract/contract.noun.ts";
import { amendmentNoun } from "../amendment/amendment.noun.ts";
import type { ContractRecord } from "../contract/contract.noun.ts";
import { isEditable, withAuthor } from "../contract/contract.service.ts";
import { contract, contractAmendment } from "../contracts.tables.ts";
import { clause, contractClause } from "./clause.tables.ts";
import { amendmentClauses, clausesOf, openRound, requiredClauses } from "./required.service.ts";

/** Which clauses: versions of the library by id, or all that are required, missing and in force. */
export type Wanted = { clauseIds: readonly string[] } | { required: true };

type Version = typeof clause.$inferSelect;

const versionsNamed = async (tx: Tx, ids: readonly string[]): Promise<Version[]> => {
  const found = await tx.rows<Version>(sql`
    select *
    from clause
    where org_id = ${tx.scope.orgId}
      and id = any (${[...new Set(ids)]}::uuid[])
      and status = 'published'
    for share
  `);
  if (found.length !== new Set(ids).size)
    throw invalidField("clauseIds", "This clause is not in force. Choose one of the library's.");
  return found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
};

const store = async (
  tx: Tx,
  actor: Actor,
  of: { contractId: string; amendmentId: string | null },
  ids: readonly string[],
): Promise<Version[]> => {
  const [versions, there] = await Promise.all([
    versionsNamed(tx, ids),
    clausesOf(tx, of.contractId, of.amendmentId),
  ]);
  const fresh = versions.filter(
    (each) => !there.some((one) => one.definitionId === each.definitionId),
  );
  await insertRows(
    tx,
    contractClause,
    fresh.map((each, at) => ({
      ...of,
      orgId: tx.scope.orgId!,
      id: newId(),
      clauseId: each.id,
      definitionId: each.definitionId,
      position: there.length + at + 1,
      text: each.text,
      addedBy: actor.personId,
    })),
  );
  return fresh;
};

const refuseOpenRound = async (tx: Tx, c: ContractRecord): Promise<void> => {
  const open = await openRound(tx, c.id);
  if (open)
    throw conflict(
      "round_open",
      `Round ${open.roundNo} is with the vendor or waits for decisions: its clauses stand until it is settled or withdrawn.`,
    );
};

/** The contract, locked, whose clauses may be written: before counsel reads it, with no open round. */
const writable = async (tx: Tx, id: string, version: number | null): Promise<ContractRecord> => {
  const c = await lockRow(tx, contract, id, "contract");
  requireVersion(c.version, version);
  if (!isEditable(c.status))
    throw conflict(
      "not_in_this_status",
      "Clauses can be changed until counsel reads the contract. Take it back to drafting, or amend the contract once it is in force.",
    );
  await refuseOpenRound(tx, c);
  return c;
};

// Whoever chooses clauses is one of the contract's authors.
const written = (tx: Tx, actor: Actor, c: ContractRecord, why: string): Promise<ContractRecord> =>
  change(tx, actor, contractNoun, {
    id: c.id,
    action: "clauses",
    patch: { draftedBy: withAuthor(c.draftedBy, actor) },
    note: why,
  });

const idsOf = (required: Awaited<ReturnType<typeof requiredClauses>>): string[] =>
  required.flatMap(({ met, clauseId }) => (met || clauseId === null ? [] : [clauseId]));

/**
 * Puts clauses of the library into a contract, each pinned to its version in force; what is there
 * stays as it is. 409 once counsel reads it and while a round is open, 422 for a version that is not
 * in force.
 */
export const addClauses = async (
  tx: Tx,
  actor: Actor,
  contractId: string,
  wanted: Wanted,
  version: number | null,
): Promise<ContractRecord> => {
  const c = await writable(tx, contractId, version);
  const ids = "required" in wanted ? idsOf(await requiredClauses(tx, c)) : wanted.clauseIds;
  const added = await store(tx, actor, { contractId, amendmentId: null }, ids);
  if (added.length === 0) return c;
  return written(tx, actor, c, `Added: ${added.map((each) => each.name).join(", ")}`);
};

/** Takes a clause out of a contract. Errors of `addClauses`; 404 for one of another contract. */
export const removeClause = async (
  tx: Tx,
  actor: Actor,
  { contractId, id }: { contractId: string; id: string },
  version: number | null,
): Promise<ContractRecord> => {
  const c = await writable(tx, contractId, version);
  const gone = await tx.maybe<{ clauseId: string }>(sql`
    delete from contract_clause
    where org_id = ${c.orgId}
      and contract_id = ${contractId}
      and id = ${id}
      and amendment_id is null
    returning clause_id
  `);
  if (!gone) throw notFound("clause");
  const { name } = await getRow(tx, clause, gone.clauseId, "clause");
  return written(tx, actor, c, `Taken out: ${name}`);
};

/**
 * Puts what an amendment makes necessary into its draft; it belongs to the contract once the
 * amendment is applied. 409 for an amendment that is no draft.
 */
export const addAmendmentClauses = async (
  tx: Tx,
  actor: Actor,
  amendmentId: string,
  version: number | null,
): Promise<typeof contractAmendment.$inferSelect> => {
  return change(tx, actor, amendmentNoun, {
    id: amendmentId,
    version,
    action: "clauses",
    effect: async (a) => {
      const c = await getRow(tx, contract, a.contractId, "contract");
      const ids = idsOf(await amendmentClauses(tx, c, a));
      const added = await store(tx, actor, { contractId: c.id, amendmentId }, ids);
      if (added.length === 0) return null;
      return {
        patch: { draftedBy: withAuthor(a.draftedBy, actor) },
        note: `Added: ${added.map((each) => each.name).join(", ")}`,
      };
    },
  });
};
