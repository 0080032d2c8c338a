import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { announce, asSystem } from "#server/lifecycle.ts";
import { ensureAccountString } from "../account/account.service.ts";
import { draftAmendment, submitAmendment } from "../amendment/amendment.service.ts";
import { periodOf, periodOfYear, type Period } from "../appropriation/period.service.ts";
import { fundFindingsOf } from "../fund-balance/fund-test.service.ts";
import { figuresMove } from "../cycle/cycle.labels.ts";
import { takeVersion } from "../proposal/version.service.ts";
import { proposalOf } from "./cycle-lines.service.ts";

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
    join segment_value a
      on a.org_id = s.org_id
      and a.id = s.account_id
      and a.class in ('expenditure', 'transfer_out')
    join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
    where l.org_id = ${db.scope.orgId} and s.project_id = any(${projectIds}::uuid[])
    group by 1, 2
    order by 1, 2
  `);

/** What is budgeted to be spent of each award over all years, in cents. */
export const awardBudgets = (db: Db) =>
  db.rows<{ awardId: string; amount: number }>(sql`
    select s.award_id, sum(l.original + l.adjusted)::bigint as amount
    from budget_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join segment_value a
      on a.org_id = s.org_id
      and a.id = s.account_id
      and a.class in ('expenditure', 'transfer_out')
    where l.org_id = ${db.scope.orgId} and s.award_id is not null
    group by 1
  `);

export type CapitalLine = {
  fundId: string;
  departmentId: string;
  accountId: string;
  projectId: string;
  cents: number;
};
type Document = {
  type: string;
  id: string;
  number: string;
  note: string;
  /** Where the money of an open year comes from, and what was decided about a fund that breaks. */
  source: string;
  fundDecision: string;
};
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
  { note, number }: Pick<Document, "note" | "number">,
) => {
  for (const departmentId of [...new Set(lines.map((l) => l.departmentId))].sort()) {
    const { id: proposalId } = await proposalOf(tx, actor, cycle, departmentId);
    for (const { accountStringId, cents } of lines.filter((l) => l.departmentId === departmentId))
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
    await takeVersion(tx, actor, proposalId, `Capital plan ${number}`);
    announce(tx, tx.scope.orgId!, "budgetProposal.capital", proposalId);
  }
};

const intoAmendment = async (
  tx: Tx,
  actor: Actor,
  period: Period,
  lines: readonly Strung[],
  { note, source, fundDecision, ...document }: Document,
) => {
  const entering = asSystem(actor);
  const made = await draftAmendment(
    tx,
    entering,
    {
      kind: "supplement",
      fiscalYearId: period.id,
      title: `Capital plan ${document.number}, first year`,
      reason: note,
      source,
      fundDecision,
      lines: lines.map(({ accountStringId, cents }) => ({ accountStringId, cents })),
    },
    [{ type: document.type, id: document.id }],
  );
  return submitAmendment(tx, entering, { id: made.id, version: null });
};

/**
 * Why the first year of a capital plan cannot be brought into this year's budget now, each in a
 * sentence; asked and shown before anybody decides. A planned year takes it as proposals of its
 * cycle, an open one as an amendment that a second person approves.
 */
const appropriationRefusals = (period: Period | null, year: number): string[] => {
  if (!period) return [`Fiscal year ${year} does not exist: plan it under Budget first.`];
  if (period.status === "closed")
    return [`Fiscal year ${year} is closed: its budget does not change.`];
  if (period.status === "open") return [];
  if (!period.cycleId)
    return [
      `Nobody prepares fiscal year ${year} yet: begin its budget cycle, and the plan comes into its proposals.`,
    ];
  return figuresMove(period.cycleStatus!)
    ? []
    : [
        `${period.cycle} is recommended: its figures stand. Go back to the review, and the plan comes into its proposals.`,
      ];
};

export type AppropriationGate = {
  /** The year is in force: the lines come by an amendment, which names its source. */
  open: boolean;
  refusals: string[];
  /** Funds that would break a dated rule by it. */
  funds: string[];
};

/** What would stop, or needs a decision, before the first year of a capital plan comes into a budget. */
export const appropriationGate = async (
  db: Db,
  year: number,
  lines: readonly Pick<CapitalLine, "fundId" | "accountId" | "cents">[],
): Promise<AppropriationGate> => {
  const period = await periodOfYear(db, year);
  const open = period?.status === "open";
  const funds = open ? await fundFindingsOf(db, period.id, lines) : [];
  return {
    open,
    refusals: appropriationRefusals(period, year),
    funds: funds.map((f) => f.sentence),
  };
};

/**
 * Brings the first-year lines of a capital plan whose adoption the governing body decided into the
 * budget: as proposals of the cycle that prepares the year, or as an amendment of an open year,
 * which is sent for approval. 409 `plan_stopped` where the year takes neither, `no_year` for none.
 */
export const appropriate = async (
  tx: Tx,
  actor: Actor,
  year: number,
  lines: readonly CapitalLine[],
  document: Document,
): Promise<{ into: "cycle" | "amendment"; lines: number; number: string | null }> => {
  const found = await periodOfYear(tx, year);
  const period = found && (await periodOf(tx, found.id));
  const refused = appropriationRefusals(period, year);
  if (!period) throw conflict("no_year", refused.join(" "));
  if (refused.length) throw conflict("plan_stopped", refused.join(" "));
  const rows = await strung(tx, actor, lines);
  if (period.status === "planned") {
    await intoCycle(tx, actor, { id: period.cycleId!, year }, rows, document);
    return { into: "cycle", lines: rows.length, number: period.cycle };
  }
  if (rows.length === 0) return { into: "amendment", lines: 0, number: null };
  const amendment = await intoAmendment(tx, actor, period, rows, document);
  return { into: "amendment", lines: rows.length, number: amendment.number };
};
