import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { announce } from "#server/lifecycle.ts";
import { ensureAccountString } from "../account/account.service.ts";
import { changeBudget } from "../ledger/reserve.service.ts";
import { proposalNoun } from "../proposal/proposal.noun.ts";
import { createLine } from "./line.service.ts";

/** 422 at `path` unless the agency has this segment of its kind in use. */
export const requireSegment = async (
  db: Db,
  kind: "fund" | "account" | "project" | "award",
  id: string,
  path: string,
): Promise<{ id: string; code: string; name: string }> => {
  const row = await db.maybe<{ id: string; code: string; name: string }>(sql`
    select id, code, name
    from segment_value
    where org_id = ${db.scope.orgId} and id = ${id} and kind = ${kind} and active
  `);
  if (!row) throw invalidField(path, `Choose ${kind === "fund" ? "a" : "an"} ${kind} in use.`);
  return row;
};

/** What was budgeted, is committed and expended of projects, by fiscal year, in cents. */
export const projectSpending = (db: Db, projectIds: readonly string[]) =>
  db.rows<{
    projectId: string;
    year: number;
    budget: number;
    committed: number;
    expended: number;
  }>(sql`
    select
      s.project_id, y.year, sum(l.original + l.adjusted)::bigint as budget,
      sum(l.pre_encumbered + l.encumbered)::bigint as committed, sum(l.expended)::bigint as expended
    from budget_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
    where l.org_id = ${db.scope.orgId} and s.project_id = any(${projectIds}::uuid[])
    group by 1, 2
    order by 1, 2
  `);

export type CapitalLine = {
  fundId: string;
  departmentId: string;
  accountId: string;
  projectId: string;
  cents: number;
};
type Document = { type: string; id: string; number: string; note: string };
type Strung = { accountStringId: string; departmentId: string; cents: number };

const strung = async (tx: Tx, actor: Actor, lines: readonly CapitalLine[]): Promise<Strung[]> => {
  const sums = new Map<string, Strung>();
  for (const { cents, ...segments } of lines) {
    const { id } = await ensureAccountString(tx, actor, segments);
    const kept = sums.get(id);
    if (kept) kept.cents += cents;
    else sums.set(id, { accountStringId: id, departmentId: segments.departmentId, cents });
  }
  return [...sums.values()];
};

const intoCycle = async (
  tx: Tx,
  actor: Actor,
  cycle: { id: string; year: number },
  lines: readonly Strung[],
  note: string,
) => {
  for (const { departmentId, accountStringId, cents } of lines) {
    const known = await tx.maybe<{ id: string }>(sql`
      select id
      from budget_proposal
      where org_id = ${tx.scope.orgId}
        and cycle_id = ${cycle.id}
        and department_id = ${departmentId}
    `);
    const proposalId = known?.id ?? newId();
    if (!known)
      await create(tx, actor, proposalNoun, {
        number: { kind: "BP", year: cycle.year },
        row: { orgId: tx.scope.orgId!, id: proposalId, cycleId: cycle.id, departmentId },
      });
    await tx.rows(sql`
      insert into budget_proposal_line (
        org_id, id, proposal_id, account_string_id, source, base, requested, note
      )
      values (
        ${tx.scope.orgId}, ${newId()}, ${proposalId}, ${accountStringId}, 'capital', ${cents},
        ${cents}, ${note}
      )
      on conflict (org_id, proposal_id, account_string_id, source)
      do update set base = excluded.base, requested = excluded.requested, note = excluded.note
    `);
    announce(tx, tx.scope.orgId!, "budgetProposal.capital", proposalId);
  }
};

/**
 * Brings the first-year lines of a capital plan whose adoption the governing body decided: into the
 * cycle that prepares the year, as lines of a planned year without a cycle, or as additions to an
 * open year's budget, with their entries. 409 where the year is closed or is not there.
 */
export const appropriate = async (
  tx: Tx,
  actor: Actor,
  year: number,
  lines: readonly CapitalLine[],
  { note, ...document }: Document,
): Promise<{ into: "cycle" | "planned" | "open"; lines: number }> => {
  const found = await tx.maybe<{ id: string; status: string; cycleId: string | null }>(sql`
    select y.id, y.status, c.id as cycle_id
    from fiscal_year y
    left join budget_cycle c
      on c.org_id = y.org_id
      and c.fiscal_year_id = y.id
      and c.adopted_at is null
    where y.org_id = ${tx.scope.orgId} and y.year = ${year}
    for share of y
  `);
  if (!found)
    throw conflict("no_year", `Fiscal year ${year} does not exist: plan it under Budget first.`);
  if (found.status === "closed")
    throw conflict("year_closed", `Fiscal year ${year} is closed: its budget does not change.`);
  const rows = await strung(tx, actor, lines);
  if (found.status === "open") {
    await changeBudget(tx, actor, { ...document, fiscalYearId: found.id }, rows, {
      kind: "amend",
      reserved: false,
      note,
    });
    announce(tx, tx.scope.orgId!, "budgetLine.amend", document.id);
    return { into: "open", lines: rows.length };
  }
  if (found.cycleId) {
    await intoCycle(tx, actor, { id: found.cycleId, year }, rows, note);
    return { into: "cycle", lines: rows.length };
  }
  for (const { accountStringId, cents } of rows)
    await createLine(tx, actor, { fiscalYearId: found.id, accountStringId, original: cents, note });
  return { into: "planned", lines: rows.length };
};
