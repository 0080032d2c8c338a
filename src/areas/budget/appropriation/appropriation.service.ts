import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { requireFundsHold, type Moved } from "../fund-balance/fund-test.service.ts";
import { lacking } from "../ledger/reserve.service.ts";
import { requireAwardPeriod } from "./award-period.service.ts";
import { periodOf, requirePeriod, type Period } from "./period.service.ts";

/**
 * The one door that writes what a line's budget is (`original` and `adjusted`), each time with its
 * entry in the ledger and the document that it comes from: adopt, amend, transfer, take back, carry.
 * Period, source and fund balance are tested here; `door.test.ts` finds every other writer.
 */
export type WritingDocument = { type: string; id: string; number: string };

type Adoption = {
  fiscalYearId: string;
  lines: readonly Moved[];
  /** Null: each line is its own document (an import, a line that is adopted by hand). */
  document: WritingDocument | null;
  note: string;
};
type Adopted = { id: string; accountStringId: string; code: string };

const entryOf = (document: WritingDocument | null) =>
  document
    ? sql`${document.type}, ${document.id}::uuid, ${document.number}`
    : sql`'budgetLine', w.id, w.code`;

const adoptRows = (tx: Tx, actor: Actor, { fiscalYearId, lines, document, note }: Adoption) =>
  tx.rows<Adopted>(sql`
    with asked as (
      select *
      from unnest(
        ${lines.map(() => newId())}::uuid[], ${lines.map(() => newId())}::uuid[],
        ${lines.map((l) => l.accountStringId)}::uuid[], ${lines.map((l) => l.cents)}::bigint[]
      ) as t(id, entry, string_id, cents)
    ),
    put as (
      insert into budget_line as l (org_id, id, fiscal_year_id, account_string_id, original, note)
      select ${actor.orgId}, a.id, ${fiscalYearId}, a.string_id, a.cents, ${note}
      from asked a
      on conflict (org_id, fiscal_year_id, account_string_id)
      do update set
        original = l.original + excluded.original, note = excluded.note, version = l.version + 1,
        updated_at = clock_timestamp()
      where not l.closed
      returning l.id, l.account_string_id
    ),
    w as (
      select p.id, p.account_string_id, s.code, a.entry, a.cents
      from put p
      join account_string s on s.org_id = ${actor.orgId} and s.id = p.account_string_id
      join asked a on a.string_id = p.account_string_id
    ),
    entered as (
      insert into commitment_entry (
        org_id, id, budget_line_id, kind, adjusted, document_type, document_id, document_number,
        posted_on, posted_by, note
      )
      select
        ${actor.orgId}, w.entry, w.id, 'adopt', w.cents, ${entryOf(document)},
        ${businessDate(tx.scope)}, ${actor.personId}, ${note}
      from w
    )
    select w.id, w.account_string_id, w.code
    from w
    order by w.code
  `);

/**
 * Adopts lines of a year, in cents: new ones, or more on those that stand there. While a cycle
 * prepares the year only its own adoption does; 409 `cycle_runs`, `budget_adopted`, `year_closed`,
 * `award_period`.
 */
export const adoptLines = async (
  tx: Tx,
  actor: Actor,
  adoption: Adoption,
): Promise<{ period: Period; lines: Adopted[] }> => {
  const period = await periodOf(tx, adoption.fiscalYearId);
  const byCycle = adoption.document?.type === "budgetCycle" ? adoption.document.id : null;
  requirePeriod(period, "adopt", byCycle);
  // A cycle's figures may count on a renewal; its gate says so to whoever adopts them.
  if (!byCycle) await requireAwardPeriod(tx, adoption.fiscalYearId, adoption.lines);
  return { period, lines: await adoptRows(tx, actor, adoption) };
};

type Amendment = WritingDocument & {
  fiscalYearId: string;
  kind: "amend" | "transfer";
  /** What it takes was reserved when it was submitted. */
  reserved: boolean;
  /** Where the money comes from, or goes: of everything that does not come to zero. */
  source: string;
  /** What the governing body decided about a fund that breaks a rule afterwards. */
  fundDecision: string;
  note: string;
};

const ensureLine = (tx: Tx, fiscalYearId: string, accountStringId: string) =>
  tx.rows(sql`
    insert into budget_line (org_id, id, fiscal_year_id, account_string_id, original)
    values (${tx.scope.orgId}, ${newId()}, ${fiscalYearId}, ${accountStringId}, 0)
    on conflict (org_id, fiscal_year_id, account_string_id)
    do nothing
  `);

// One conditional update with its entry; null where the line lacks the money, is closed, or is not
// there.
const amendLine = (tx: Tx, actor: Actor, amendment: Amendment, { accountStringId, cents }: Moved) =>
  tx.maybe<{ id: string }>(sql`
    with moved as (
      update budget_line l
      set
        adjusted = l.adjusted + ${cents},
        pre_encumbered = l.pre_encumbered + ${amendment.reserved && cents < 0 ? cents : 0},
        version = l.version + 1, updated_at = clock_timestamp()
      where l.org_id = ${tx.scope.orgId}
        and l.fiscal_year_id = ${amendment.fiscalYearId}
        and l.account_string_id = ${accountStringId}
        and not l.closed
        and l.pre_encumbered + ${amendment.reserved && cents < 0 ? cents : 0} >= 0
        and (
          ${cents >= 0 || amendment.reserved}::boolean
          or l.original + l.adjusted - l.pre_encumbered - l.encumbered - l.expended >= ${-cents}
        )
      returning l.id
    )
    insert into commitment_entry (
      org_id, id, budget_line_id, kind, adjusted, pre_encumbered, document_type, document_id,
      document_number, posted_on, posted_by, note
    )
    select
      ${tx.scope.orgId}, ${newId()}, id, ${amendment.kind}, ${cents},
      ${amendment.reserved && cents < 0 ? cents : 0}, ${amendment.type}, ${amendment.id},
      ${amendment.number}, ${businessDate(tx.scope)}, ${actor.personId}, ${amendment.note}
    from moved
    returning budget_line_id as id
  `);

const requireSource = ({ source }: Amendment, moved: readonly Moved[]) => {
  if (moved.reduce((sum, m) => sum + m.cents, 0) !== 0 && source.trim().length < 3)
    throw conflict(
      "source_missing",
      "Say where the money comes from, or goes: a resolution, a grant, revenue, the fund balance.",
    );
};

// Two amendments of a year judge its funds one after the other.
const turnToFunds = (tx: Tx, fiscalYearId: string) =>
  tx.rows(sql`select pg_advisory_xact_lock(hashtext(${`budget_funds:${fiscalYearId}`}))`);

/**
 * Changes the budget of lines by signed cents, in one lock order. What is taken was reserved by the
 * document, or must be available now; what is given may go to a line that is made for it. 409 for a
 * year that does not take it, money without a source, a fund that breaks a rule by it.
 */
export const amendLines = async (
  tx: Tx,
  actor: Actor,
  amendment: Amendment,
  moved: readonly Moved[],
): Promise<void> => {
  const { fiscalYearId } = amendment;
  requirePeriod(await periodOf(tx, fiscalYearId), amendment.kind, null);
  await requireAwardPeriod(tx, fiscalYearId, moved);
  requireSource(amendment, moved);
  await turnToFunds(tx, fiscalYearId);
  await requireFundsHold(tx, fiscalYearId, moved, amendment.fundDecision);
  for (const each of moved.toSorted((a, b) => (a.accountStringId < b.accountStringId ? -1 : 1))) {
    if (each.cents > 0) await ensureLine(tx, fiscalYearId, each.accountStringId);
    if (!(await amendLine(tx, actor, amendment, each)))
      throw await lacking(tx, amendment, { ...each, cents: Math.abs(each.cents) });
  }
};

/**
 * Takes everything of lines of a planned year back, with an entry each that names the document.
 * 409 `year_in_force` for an open year, `committed` where something was asked for on a line.
 */
export const takeLinesBack = async (
  tx: Tx,
  actor: Actor,
  fiscalYearId: string,
  document: WritingDocument & { note: string },
  accountStringIds: readonly string[],
): Promise<void> => {
  requirePeriod(await periodOf(tx, fiscalYearId), "takeBack", null);
  const held = await tx.rows<{ code: string; free: boolean }>(sql`
    select s.code, l.pre_encumbered = 0 and l.encumbered = 0 and l.expended = 0 as free
    from budget_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    where l.org_id = ${tx.scope.orgId}
      and l.fiscal_year_id = ${fiscalYearId}
      and l.account_string_id = any(${accountStringIds}::uuid[])
    order by l.account_string_id
    for update of l
  `);
  const bound = held.filter((l) => !l.free);
  if (bound.length)
    throw conflict(
      "committed",
      `Something was asked for on ${bound[0]!.code}${bound.length > 1 ? ` and ${bound.length - 1} more` : ""}: withdraw that first.`,
    );
  const entry = (kind: "reverse" | "amend", column: "original" | "adjusted") =>
    tx.rows(sql`
      insert into commitment_entry (
        org_id, id, budget_line_id, kind, adjusted, document_type, document_id, document_number,
        posted_on, posted_by, note
      )
      select
        l.org_id, t.entry, l.id, ${kind},
        ${column === "original" ? sql`-l.original` : sql`-l.adjusted`}, ${document.type},
        ${document.id}, ${document.number}, ${businessDate(tx.scope)}, ${actor.personId},
        ${document.note}
      from unnest(${accountStringIds}::uuid[], ${accountStringIds.map(() => newId())}::uuid[]) as t(
        string_id, entry
      )
      join budget_line l
        on l.org_id = ${tx.scope.orgId}
        and l.fiscal_year_id = ${fiscalYearId}
        and l.account_string_id = t.string_id
      where ${column === "original" ? sql`l.original` : sql`l.adjusted`} <> 0
    `);
  await entry("reverse", "original");
  await entry("amend", "adjusted");
  await tx.rows(sql`
    update budget_line
    set original = 0, adjusted = 0, version = version + 1, updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId}
      and fiscal_year_id = ${fiscalYearId}
      and account_string_id = any(${accountStringIds}::uuid[])
  `);
};
