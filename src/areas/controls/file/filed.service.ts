import { groupBy } from "#kernel/group.ts";
import {
  fileLines,
  settled,
  type FileLine,
  type FilePart,
  type LegalElement,
} from "#kernel/purchase-file.ts";
import type { Instant } from "#kernel/time.ts";
import { dayIn } from "#server/clock.ts";
import { filedOrdersOf, filePartsOf, type FiledOrder } from "#server/controls/purchase-files.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

type Written = {
  orderId: string;
  element: LegalElement;
  words: string;
  writer: string;
  createdAt: Instant;
};

// What somebody wrote down stands in the file with their name and day.
const writtenParts = async (db: Db, ids: readonly string[]): Promise<FilePart[]> =>
  (
    await db.rows<Written>(sql`
      select order_id, element, words, writer, created_at
      from purchase_file_entry
      where org_id = ${db.scope.orgId} and order_id = any(${[...ids]}::uuid[])
      order by created_at, id
    `)
  ).map(({ orderId, element, words, writer, createdAt }) => ({
    orderId,
    element,
    said: `${words} (${writer})`,
    on: dayIn(db.scope, createdAt),
    shown: [],
    records: [],
  }));

/** The file of an order as its records stand now. `settled`: nothing more comes to it. */
export type PurchaseFile = { head: FiledOrder; lines: readonly FileLine[]; settled: boolean };

/** The files of some orders, by what every area's records hold; ids that are no orders are left out. */
export const filesOf = async (db: Db, ids: readonly string[]): Promise<PurchaseFile[]> => {
  const heads = await filedOrdersOf(db, ids);
  const [parts, written] = await Promise.all([filePartsOf(db, heads), writtenParts(db, ids)]);
  const byOrder = groupBy([...parts, ...written], ({ orderId }) => orderId);
  return heads.map((head) => {
    const own = byOrder.get(head.id) ?? [];
    return { head, lines: fileLines(head, own), settled: settled(head, own) };
  });
};

/** The records of a file, the order first: what its evidence package is made of. */
export const recordsOf = ({ head, lines }: PurchaseFile): string[] => [
  ...new Set([head.id, ...lines.flatMap(({ parts }) => parts.flatMap(({ records }) => records))]),
];
