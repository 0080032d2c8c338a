import { openDelegations } from "#areas/workflow/workflow.server.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { seesAllCards } from "../cards.model.ts";
import { cardLine } from "../cards.tables.ts";
import { alarmKinds, kindLabels, type FindingKind } from "../finding/finding.labels.ts";
import { lineCycle, type LineAction, type LineFacts, type LineStatus } from "./line.labels.ts";

export type LineStored = typeof cardLine.$inferSelect;
type Told = Pick<LineFacts, "administratorId" | "approverIds" | "held">;
export type LineRecord = LineStored & Told;

/** Whoever stands in for a person now, by their own delegation. */
const standIns = async (db: Db, personId: string): Promise<string[]> =>
  (await openDelegations(db))
    .filter(({ fromId, startsAt }) => fromId === personId && Date.parse(startsAt) <= databaseMs())
    .map(({ toId }) => toId);

const heldBy = (kinds: readonly FindingKind[]): string | null => {
  const [first] = kinds;
  return first === undefined
    ? null
    : `${kindLabels[first]}: somebody who neither answers for it nor holds the card settles it first.`;
};

/** Who approves a line, who keeps its card, and what holds it up. */
export const lineTold = async (db: Db, id: string): Promise<Told> => {
  const card = await db.one<{ administratorId: string; approverId: string; kinds: string[] }>(sql`
    select
      c.administrator_id, c.approver_id,
      array(
        select f.kind
        from card_finding f
        where f.org_id = l.org_id
          and f.line_id = l.id
          and f.status = 'open'
          and f.kind = any(${alarmKinds}::text[])
        order by f.kind desc
      ) as kinds
    from card_line l
    join purchase_card c on c.org_id = l.org_id and c.id = l.card_id
    where l.org_id = ${db.scope.orgId} and l.id = ${id}
  `);
  return {
    administratorId: card.administratorId,
    approverIds: [card.approverId, ...(await standIns(db, card.approverId))],
    held: heldBy(card.kinds as FindingKind[]),
  };
};

export const lineNoun = defineNoun<LineStatus, LineAction, typeof cardLine, LineRecord>({
  name: "cardLine",
  path: "card-lines",
  page: "/payments/card-lines",
  table: cardLine,
  cycle: lineCycle,
  number: ({ number }) => number,
  read: "cards.read",
  load: async (tx: Tx, row) => ({ ...row, ...(await lineTold(tx, row.id)) }),
  keepsFiles: ["sent", "approved"],
  visible: async (db, actor, row) => {
    if (seesAllCards(actor) || row.holderId === actor.personId) return true;
    const { administratorId, approverIds } = await lineTold(db, row.id);
    return [administratorId, ...approverIds].includes(actor.personId ?? "");
  },
});
