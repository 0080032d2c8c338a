import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { CommitmentDocument } from "./ledger.service.ts";

type Moved = { accountStringId: string; cents: number };
type What = "pre_encumber" | "release";

const inOrder = (moved: readonly Moved[]) =>
  moved.toSorted((a, b) => (a.accountStringId < b.accountStringId ? -1 : 1));

type Change = { preEncumbered: number; least: number };

// One conditional update with its entry, as every movement of the ledger; null where the line lacks
// the money, is closed, or is not there.
const change = (
  tx: Tx,
  actor: Actor,
  document: CommitmentDocument,
  accountStringId: string,
  kind: What,
  { preEncumbered, least }: Change,
  note: string,
) =>
  tx.maybe<{ id: string }>(sql`
    with moved as (
      update budget_line l
      set pre_encumbered = l.pre_encumbered + ${preEncumbered}, updated_at = clock_timestamp()
      where l.org_id = ${tx.scope.orgId}
        and l.fiscal_year_id = ${document.fiscalYearId}
        and l.account_string_id = ${accountStringId}
        and not l.closed
        and l.pre_encumbered + ${preEncumbered} >= 0
        and (
          ${least <= 0}::boolean
          or l.original + l.adjusted - l.pre_encumbered - l.encumbered - l.expended >= ${least}
        )
      returning l.id
    )
    insert into commitment_entry (
      org_id, id, budget_line_id, kind, pre_encumbered, document_type, document_id, document_number,
      posted_on, posted_by, note
    )
    select
      ${tx.scope.orgId}, ${newId()}, id, ${kind}, ${preEncumbered}, ${document.type},
      ${document.id}, ${document.number}, ${businessDate(tx.scope)}, ${actor.personId}, ${note}
    from moved
    returning budget_line_id as id
  `);

/** Why a line did not give what was asked of it: its year is closed, or it lacks the money. */
export const lacking = async (
  tx: Tx,
  document: CommitmentDocument,
  { accountStringId, cents }: Moved,
) => {
  const line = await tx.maybe<{
    code: string;
    available: number | null;
    closed: boolean | null;
  }>(sql`
    select
      s.code, l.closed,
      l.original + l.adjusted - l.pre_encumbered - l.encumbered - l.expended as available
    from account_string s
    left join budget_line l
      on l.org_id = s.org_id
      and l.account_string_id = s.id
      and l.fiscal_year_id = ${document.fiscalYearId}
    where s.org_id = ${tx.scope.orgId} and s.id = ${accountStringId}
  `);
  const name = line?.code ?? "This account";
  if (line?.closed)
    return conflict(
      "year_closed",
      "The fiscal year is closed; its budget does not change any more.",
    );
  return conflict(
    "not_available",
    `${name} has ${formatCents(line?.available ?? 0)} available; ${formatCents(cents)} cannot be taken from it.`,
  );
};

/**
 * Reserves what a document will take from lines, in cents above zero: nobody else can commit it from
 * then on, whether the fund stops hard or softly. 409 `not_available` names the account.
 */
export const reserve = async (
  tx: Tx,
  actor: Actor,
  document: CommitmentDocument,
  taken: readonly Moved[],
): Promise<void> => {
  for (const each of inOrder(taken))
    if (
      !(await change(
        tx,
        actor,
        document,
        each.accountStringId,
        "pre_encumber",
        { preEncumbered: each.cents, least: each.cents },
        "Reserved while it is decided",
      ))
    )
      throw await lacking(tx, document, each);
};

/** Gives back what a document reserved; never refused but for a closed year. */
export const unreserve = async (
  tx: Tx,
  actor: Actor,
  document: CommitmentDocument,
  taken: readonly Moved[],
): Promise<void> => {
  for (const each of inOrder(taken))
    if (
      !(await change(
        tx,
        actor,
        document,
        each.accountStringId,
        "release",
        { preEncumbered: -each.cents, least: 0 },
        "No longer reserved",
      ))
    )
      throw await lacking(tx, document, each);
};
