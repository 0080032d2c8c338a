import type { Actor } from "#kernel/access.ts";
import { invalidField, notFound } from "#kernel/errors.ts";
import { counted } from "#kernel/words.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { lockReceivedGoods, receivedGoods } from "#areas/procurement/procurement.server.ts";
import { assetClass } from "../assets.tables.ts";
import { assetInput } from "./asset.model.ts";
import { createAsset, moveAsset } from "./asset.service.ts";
import type { DraftInput, DraftRow } from "./draft.model.ts";

const madeOf = async (db: Db, lines: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.rows<{ lineId: string; made: number }>(sql`
    select receipt_line_id as line_id, max(receipt_piece) as made
    from asset
    where org_id = ${db.scope.orgId} and receipt_line_id = any(${[...lines]}::uuid[])
    group by receipt_line_id
  `);
  return new Map(rows.map((row) => [row.lineId, row.made]));
};

/** Lines of posted receipts by words, newest first, of which pieces are no assets yet. At most 50. */
export const assetDrafts = async (db: Db, words: string): Promise<DraftRow[]> => {
  const lines = await receivedGoods(db, words);
  const made = await madeOf(
    db,
    lines.map((line) => line.id),
  );
  return lines
    .map((line) => ({ ...line, made: made.get(line.id) ?? 0 }))
    .filter((line) => line.made < line.pieces)
    .slice(0, 50);
};

/**
 * Makes assets of what a receipt's line brought, each as received, at the price of the order and with
 * the day on which it came; tag and place are entered before it goes into service. 422 for more than
 * came, and for a class that is not in use.
 */
export const makeDrafts = async (
  tx: Tx,
  actor: Actor,
  { receiptLineId, classId, pieces }: DraftInput,
): Promise<{ ids: string[] }> => {
  const line = await lockReceivedGoods(tx, receiptLineId);
  if (!line) throw notFound("receipt line");
  const made = (await madeOf(tx, [receiptLineId])).get(receiptLineId) ?? 0;
  if (made + pieces > line.pieces)
    throw invalidField(
      "pieces",
      `${counted(line.pieces - made, "piece")} of ${line.receipt} are no assets yet.`,
      "more_than_came",
    );
  const { lifeMonths } = await getRow(tx, assetClass, classId, "class");
  const ids: string[] = [];
  for (let piece = made + 1; piece <= made + pieces; piece++) {
    const { id } = await createAsset(
      tx,
      actor,
      assetInput.parse({
        name: line.description.slice(0, 200),
        classId,
        costCents: line.unitCents,
        acquiredOn: line.receivedOn,
        lifeMonths,
        note: `From ${line.receipt} of ${line.order}`,
      }),
      { receiptLineId, receiptPiece: piece },
    );
    await moveAsset(tx, actor, "receive", { id, version: null });
    ids.push(id);
  }
  return { ids };
};
