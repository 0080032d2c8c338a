import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { CommitmentDocument } from "./ledger.service.ts";

type Moved = { accountStringId: string; cents: number };
type What = "pre_encumber" | "release" | "amend" | "transfer" | "adopt";

const inOrder = (moved: readonly Moved[]) =>
  moved.toSorted((a, b) => (a.accountStringId < b.accountStringId ? -1 : 1));

type Change = { adjusted: number; preEncumbered: number; least: number };

// One conditional update with its entry, as every movement of the ledger; null where the line lacks
// the money, is closed, or is not there.
const change = (
  tx: Tx,
  actor: Actor,
  document: CommitmentDocument,
  accountStringId: string,
  kind: What,
  { adjusted, preEncumbered, least }: Change,
  note: string,
) =>
  tx.maybe<{ id: string }>(sql`
    with moved as (
      update budget_line l
      set
        adjusted = l.adjusted + ${adjusted}, pre_encumbered = l.pre_encumbered + ${preEncumbered},
        version = l.version + ${adjusted === 0 ? 0 : 1}, updated_at = clock_timestamp()
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
      org_id, id, budget_line_id, kind, adjusted, pre_encumbered, document_type, document_id,
      document_number, posted_on, posted_by, note
    )
    select
      ${tx.scope.orgId}, ${newId()}, id, ${kind}, ${adjusted}, ${preEncumbered}, ${document.type},
      ${document.id}, ${document.number}, ${businessDate(tx.scope)}, ${actor.personId}, ${note}
    from moved
    returning budget_line_id as id
  `);

const lacking = async (tx: Tx, document: CommitmentDocument, { accountStringId, cents }: Moved) => {
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
        { adjusted: 0, preEncumbered: each.cents, least: each.cents },
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
        { adjusted: 0, preEncumbered: -each.cents, least: 0 },
        "No longer reserved",
      ))
    )
      throw await lacking(tx, document, each);
};

const ensureLine = (tx: Tx, fiscalYearId: string, accountStringId: string) =>
  tx.rows(sql`
    insert into budget_line (org_id, id, fiscal_year_id, account_string_id, original)
    values (${tx.scope.orgId}, ${newId()}, ${fiscalYearId}, ${accountStringId}, 0)
    on conflict (org_id, fiscal_year_id, account_string_id)
    do nothing
  `);

/**
 * Changes the budget of lines by signed cents, in one lock order. What is taken was `reserved` by
 * the document, or must be available now; what is given may go to a line that is made for it.
 */
export const changeBudget = async (
  tx: Tx,
  actor: Actor,
  document: CommitmentDocument,
  moved: readonly Moved[],
  { kind, reserved, note }: { kind: "amend" | "transfer"; reserved: boolean; note: string },
): Promise<void> => {
  for (const each of inOrder(moved)) {
    const { accountStringId, cents } = each;
    if (cents > 0) await ensureLine(tx, document.fiscalYearId, accountStringId);
    const held = reserved && cents < 0 ? cents : 0;
    const least = cents < 0 && !reserved ? -cents : 0;
    const adjusted = { adjusted: cents, preEncumbered: held, least };
    if (!(await change(tx, actor, document, accountStringId, kind, adjusted, note)))
      throw await lacking(tx, document, { accountStringId, cents: Math.abs(cents) });
  }
};
