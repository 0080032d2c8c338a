import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { notFound } from "#kernel/errors.ts";
import { sql } from "#server/db/sql.ts";
import { budgetProposalVersion } from "../planning.tables.ts";
import { compared, type Comparison, type VersionLine } from "./proposal.model.ts";

/** Every figure of a proposal as it stands, a line or a package each. */
const figuresOf = (db: Db, proposalId: string): Promise<VersionLine[]> =>
  db.rows<VersionLine>(sql`
    select
      g.origin || ':' || s.code || coalesce(':' || k.id::text, '') as key, s.code,
      coalesce(k.title, g.origin) as what, sum(g.base)::bigint as base,
      sum(g.requested)::bigint as requested, sum(g.recommended)::bigint as recommended
    from budget_figure g
    join account_string s on s.org_id = g.org_id and s.id = g.account_string_id
    left join budget_package k on k.org_id = g.org_id and k.id = g.package_id
    where g.org_id = ${db.scope.orgId} and g.proposal_id = ${proposalId}
    group by 1, 2, 3
    order by 2, 1
  `);

/** Keeps what a proposal says now under a label; versions are never changed. */
export const takeVersion = async (
  tx: Tx,
  actor: Actor,
  proposalId: string,
  label: string,
): Promise<void> => {
  const [lines, last] = await Promise.all([
    figuresOf(tx, proposalId),
    tx.one<{ no: number }>(sql`
      select coalesce(max(version_no), 0)::int as no
      from budget_proposal_version
      where org_id = ${tx.scope.orgId} and proposal_id = ${proposalId}
    `),
  ]);
  await insertRow(tx, budgetProposalVersion, {
    orgId: tx.scope.orgId!,
    id: newId(),
    proposalId,
    versionNo: last.no + 1,
    label,
    lines,
    takenBy: actor.personId,
  });
};

/** Two versions of a proposal line by line; version 0 is what it says now. 404 for one there is not. */
export const compareVersions = async (
  db: Db,
  proposalId: string,
  from: number,
  to: number,
): Promise<Comparison> => {
  const linesAt = async (no: number): Promise<VersionLine[]> => {
    if (no === 0) return figuresOf(db, proposalId);
    const row = await db.maybe<{ lines: VersionLine[] }>(sql`
      select lines
      from budget_proposal_version
      where org_id = ${db.scope.orgId} and proposal_id = ${proposalId} and version_no = ${no}
    `);
    if (!row) throw notFound("version");
    return row.lines;
  };
  const [before, after] = await Promise.all([linesAt(from), linesAt(to)]);
  return { from, to, lines: compared(before, after) };
};
