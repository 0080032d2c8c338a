import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { openedBids, type BidReader } from "#areas/sourcing/sourcing.server.ts";
import { gateOf, isBlind, memberOf } from "./evaluation.noun.ts";
import { evaluation } from "./evaluation.tables.ts";

/** What stands between a person and the content of an evaluation. 404. */
export const readGate = async (db: Db, actor: Actor, id: string) => {
  const row = await getRow(db, evaluation, id, "evaluation");
  const [member, bids] = await Promise.all([
    memberOf(db, id, actor.personId),
    openedBids(db, row.solicitationId),
  ]);
  return { row, gate: gateOf(actor, row, member, bids.length > 0), blind: isBlind(row, member) };
};

/**
 * Opened bids are for whoever is inside the gate of their evaluation, never for a substitute who has
 * still to score; quotations without a panel for whoever compares them.
 */
export const readsBids: BidReader = async (db, actor, solicitationId) => {
  const panels = await db.rows<{ id: string }>(sql`
    select id
    from evaluation
    where org_id = ${db.scope.orgId} and solicitation_id = ${solicitationId}
    limit 20
  `);
  for (const { id } of panels) {
    const { gate, blind } = await readGate(db, actor, id);
    if (gate === "open" && !blind) return true;
  }
  if (panels.length > 0 || !actor.permissions.has("evaluation.manage")) return false;
  const quotes = await db.maybe(sql`
    select 1
    from solicitation
    where org_id = ${db.scope.orgId} and id = ${solicitationId} and kind = 'rfq'
  `);
  return quotes !== null;
};
