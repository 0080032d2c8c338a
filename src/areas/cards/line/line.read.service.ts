import type { Actor } from "#kernel/access.ts";
import { refusal } from "#kernel/lifecycle.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { openFiles } from "#server/files/holders.ts";
import { runList } from "#server/http/list-page.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { cardLine, cardMerchant, purchaseCard } from "../cards.tables.ts";
import { lineCycle } from "./line.labels.ts";
import { lineList } from "./line.list.ts";
import type { LineDetail, LineRow } from "./line.model.ts";
import { lineNoun, lineTold } from "./line.noun.ts";

const foundOf = (db: Db, id: string) =>
  db.rows<LineDetail["found"][number]>(sql`
    select id, number, kind, says, status, due_on
    from card_finding
    where org_id = ${db.scope.orgId} and line_id = ${id}
    order by status, number
  `);

/** A line with its receipt, what was found of it and what may be done. 404. */
export const readLine = async (db: Db, actor: Actor, id: string): Promise<LineDetail> => {
  const row = await getRow(db, cardLine, id, "card line");
  const system: Actor = { ...actor, kind: "system" };
  const [{ items }, merchant, card, told, found, files] = await Promise.all([
    runList<LineRow>(db, system, lineList, { id: [id], limit: 1 }),
    getRow(db, cardMerchant, row.merchantId, "merchant"),
    getRow(db, purchaseCard, row.cardId, "card"),
    lineTold(db, id),
    foundOf(db, id),
    openFiles(db, actor, row.receiptFileIds),
  ]);
  const record = { ...row, ...told };
  const { taxCents, says, note, splits, receiptFileIds, lostReceipt, decidedName, decidedAt } = row;
  const { orderId, orderNumber } = row;
  return {
    ...items[0]!,
    ...{ orderId, orderNumber },
    ...{ taxCents, says, note, splits, receiptFileIds, lostReceipt, decidedName, decidedAt },
    ...{ cycleId: row.cycleId, statusReason: row.statusReason, found },
    ...{ vendorId: merchant.vendorId, vendorSettled: merchant.settledBy !== null },
    approverName: card.approverName,
    files: row.receiptFileIds.flatMap((fileId) => {
      const file = files.get(fileId);
      return file ? [{ id: fileId, name: file.name, mediaType: file.mediaType }] : [];
    }),
    canCode: refusal(lineCycle, "code", record, actor) === null,
    canSettleMerchant: actor.permissions.has("cards.administer"),
    actions: await actionsAsked(db, actor, lineNoun, record),
  };
};

/** What was said of a line, as its form has it. 404. */
export const typedLine = async (db: Db, id: string) => {
  const row = await getRow(db, cardLine, id, "card line");
  const splits = row.splits.map(({ accountStringId, cents }) => ({ accountStringId, cents }));
  return { ...row, splits };
};
