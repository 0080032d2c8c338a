import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { grantOpportunity } from "../preaward.tables.ts";
import { opportunityList } from "./opportunity.list.ts";
import { opportunityInput, type OpportunityRecord } from "./opportunity.model.ts";
import { opportunityNoun } from "./opportunity.noun.ts";

type Head = Omit<
  OpportunityRecord,
  | "proposal"
  | "proposalCode"
  | "proposalReason"
  | "proposedByName"
  | "matchSource"
  | "decidedByName"
  | "rejectCode"
  | "decisionReason"
  | "readings"
  | "applications"
  | "actions"
>;

/** An opportunity with where it was read, what is proposed, and what applies for it. 404. */
export const readOpportunity = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<OpportunityRecord> => {
  const { orgId } = db.scope;
  const found = await db.maybe<Head>(
    bind(
      `
        select ${recordColumns(opportunityList, opportunityInput.shape)}
        from ${opportunityList.from}
        where o.org_id = $1 and o.id = $2
      `,
      [orgId, id],
    ),
  );
  if (!found) throw notFound("grant opportunity");
  const [row, readings, applications, people] = await Promise.all([
    getRow(db, grantOpportunity, id, "grant opportunity"),
    db.rows<OpportunityRecord["readings"][number]>(sql`
      select source, url, read_at
      from grant_opportunity_source
      where org_id = ${orgId} and opportunity_id = ${id}
      order by read_at desc
    `),
    db.rows<OpportunityRecord["applications"][number]>(sql`
      select id, number, status
      from grant_application
      where org_id = ${orgId} and opportunity_id = ${id}
      order by number
    `),
    db.one<{ proposedByName: string | null; decidedByName: string | null }>(sql`
      select
        (select p.display_name from person p where p.id = o.proposed_by) as proposed_by_name,
        (select p.display_name from person p where p.id = o.decided_by) as decided_by_name
      from grant_opportunity o
      where o.org_id = ${orgId} and o.id = ${id}
    `),
  ]);
  return {
    ...found,
    ...people,
    proposal: row.proposal as OpportunityRecord["proposal"],
    proposalCode: row.proposalCode as OpportunityRecord["proposalCode"],
    proposalReason: row.proposalReason,
    matchSource: row.matchSource,
    rejectCode: row.rejectCode as OpportunityRecord["rejectCode"],
    decisionReason: row.decisionReason,
    readings,
    applications,
    actions: actionsFor(actor, opportunityNoun, row),
  };
};
