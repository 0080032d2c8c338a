import { formatCents } from "#kernel/money.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { unverified } from "./punch.labels.ts";

/**
 * Cents to complete of what is not verified under a contract; null where no punch list is kept of it,
 * so that what was typed before there were punch items stands.
 */
export const costOfContract = async (db: Db, contractId: string): Promise<number | null> => {
  const { kept, cents } = await db.one<{ kept: boolean; cents: number }>(sql`
    select
      count(*) > 0 as kept,
      coalesce(
        sum(i.cost_to_complete) filter (
          where i.contract_id = ${contractId}
          and i.status = any(${[...unverified]}::text[])
        ),
        0
      )::bigint as cents
    from punch_item i
    join project p on p.org_id = i.org_id and p.id = i.project_id
    where i.org_id = ${db.scope.orgId}
      and (
        i.contract_id = ${contractId}
        or p.contracts @> ${JSON.stringify([{ contractId }])}::jsonb
      )
  `);
  return kept ? cents : null;
};

type Left = {
  number: string;
  what: string;
  place: string;
  party: string;
  costToComplete: number;
};

const inWords = ({ number, what, place, party, costToComplete }: Left): string =>
  [
    `${number} ${what}`,
    ...(place ? [place] : []),
    ...(party ? [party] : []),
    formatCents(costToComplete),
  ].join(", ");

/** What is not verified of a project now: as a certificate lists it, and what it costs. */
export const leftOfProject = async (
  db: Db,
  projectId: string,
): Promise<{ kept: boolean; remaining: string; costToComplete: number }> => {
  const items = await db.rows<Left & { left: boolean }>(sql`
    select
      number, what, place, party, cost_to_complete, status = any(${[...unverified]}::text[]) as left
    from punch_item
    where org_id = ${db.scope.orgId} and project_id = ${projectId}
    order by number
  `);
  const left = items.filter((item) => item.left);
  return {
    kept: items.length > 0,
    remaining: left.map(inWords).join("\n"),
    costToComplete: left.reduce((sum, { costToComplete }) => sum + costToComplete, 0),
  };
};
