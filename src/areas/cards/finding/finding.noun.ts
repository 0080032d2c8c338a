import { defineNoun } from "#server/lifecycle.ts";
import { sql } from "#server/db/sql.ts";
import { seesAllCards } from "../cards.model.ts";
import { cardFinding } from "../cards.tables.ts";
import { findingCycle, type FindingAction, type FindingStatus } from "./finding.labels.ts";

export type FindingStored = typeof cardFinding.$inferSelect;

export const findingNoun = defineNoun<
  FindingStatus,
  FindingAction,
  typeof cardFinding,
  FindingStored & { holderId: string }
>({
  name: "cardFinding",
  path: "card-findings",
  page: "/payments/card-findings",
  table: cardFinding,
  cycle: findingCycle,
  number: ({ number }) => number,
  read: "cards.read",
  load: async (tx, row) => {
    const { holderId } = await tx.one<{ holderId: string }>(sql`
      select holder_id
      from card_line
      where org_id = ${tx.scope.orgId} and id = ${row.lineId}
    `);
    return { ...row, holderId };
  },
  visible: async (db, actor, row) =>
    seesAllCards(actor) ||
    row.ownerId === actor.personId ||
    (await db.maybe(sql`
      select 1 as seen
      from purchase_card
      where org_id = ${actor.orgId}
        and id = ${row.cardId}
        and ${actor.personId}::uuid in (holder_id, approver_id, administrator_id)
    `)) !== null,
});
