import type { Actor } from "#kernel/access.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/**
 * The writers of a closing, beside the other ones of `appropriation.service.ts`: what lines hold
 * goes to the next year with its entry on either side. Budget that goes along brings its own money,
 * so no fund stands worse by it (`fundSums`).
 */
export type CarriedEntry = {
  id: string;
  line: string;
  adjusted: number;
  pre: number;
  enc: number;
  type: string;
  document: string;
  number: string;
};

/** Lines without a budget of their own, for what a closing carries into them. */
export const makeEmptyLines = (
  tx: Tx,
  fiscalYearId: string,
  lines: readonly { id: string; accountStringId: string }[],
) =>
  tx.rows(sql`
    insert into budget_line (org_id, id, fiscal_year_id, account_string_id, original, note)
    select
      ${tx.scope.orgId}, t.id, ${fiscalYearId}, t.string_id, 0,
      'Made by the closing of the year before'
    from unnest(
      ${lines.map((l) => l.id)}::uuid[], ${lines.map((l) => l.accountStringId)}::uuid[]
    ) as t(id, string_id)
  `);

/** An entry for each document and account on either side. */
export const enterCarried = (
  tx: Tx,
  actor: Actor,
  entries: readonly CarriedEntry[],
  note: string,
) =>
  tx.rows(sql`
    insert into commitment_entry (
      org_id, id, budget_line_id, kind, adjusted, pre_encumbered, encumbered, expended,
      document_type, document_id, document_number, posted_on, posted_by, note
    )
    select
      ${actor.orgId}, t.id, t.line, 'carry', t.adjusted, t.pre, t.enc, 0, t.type, t.document,
      t.number, ${businessDate(tx.scope)}, ${actor.personId}, ${note}
    from unnest(
      ${entries.map((e) => e.id)}::uuid[], ${entries.map((e) => e.line)}::uuid[],
      ${entries.map((e) => e.adjusted)}::bigint[], ${entries.map((e) => e.pre)}::bigint[],
      ${entries.map((e) => e.enc)}::bigint[], ${entries.map((e) => e.type)}::text[],
      ${entries.map((e) => e.document)}::uuid[], ${entries.map((e) => e.number)}::text[]
    ) as t(id, line, adjusted, pre, enc, type, document, number)
  `);

type Total = { preEncumbered: number; encumbered: number };

/** Moves what lines hold, and the budget behind it, into them (1) or out of them (-1). */
export const moveCarried = (
  tx: Tx,
  sign: 1 | -1,
  moved: readonly { line: string; budget: number; total: Total }[],
) =>
  tx.rows(sql`
    update budget_line l
    set
      adjusted = l.adjusted + ${sign} * t.budget,
      pre_encumbered = l.pre_encumbered + ${sign} * t.pre,
      encumbered = l.encumbered + ${sign} * t.enc, version = l.version + 1,
      updated_at = clock_timestamp()
    from unnest(
      ${moved.map((m) => m.line)}::uuid[], ${moved.map((m) => m.budget)}::bigint[],
      ${moved.map((m) => m.total.preEncumbered)}::bigint[],
      ${moved.map((m) => m.total.encumbered)}::bigint[]
    ) as t(id, budget, pre, enc)
    where l.org_id = ${tx.scope.orgId} and l.id = t.id
  `);
