import type { FileHead, FilePart } from "#kernel/purchase-file.ts";
import type { Instant } from "#kernel/time.ts";
import { extensionPoint } from "../area.ts";
import type { Db } from "../db/db.ts";

/** An order, as its file is headed. */
export type FiledOrder = FileHead & {
  id: string;
  number: string;
  title: string;
  amount: number;
  buyer: string | null;
  /** When it first went out. */
  issuedAt: Instant | null;
  vendor: string;
  federal: boolean;
  contractId: string | null;
};

type Parts = (db: Db, orders: readonly FiledOrder[]) => Promise<readonly FilePart[]>;
type Heads = (db: Db, orderIds: readonly string[]) => Promise<readonly FiledOrder[]>;

const readers: Parts[] = [];
const headReaders: Heads[] = [];

/** Areas whose records belong to the files of purchases say what they put in, for a batch of orders. */
export const purchaseFileParts = extensionPoint<Parts>("files of purchases", (read) => {
  readers.push(read);
});

/** Who knows orders, for their files. */
export const filedOrders = extensionPoint<Heads>("orders with a file", (read) => {
  headReaders.push(read);
});

/** What every area puts into the files of some orders. */
export const filePartsOf = async (
  db: Db,
  orders: readonly FiledOrder[],
): Promise<readonly FilePart[]> =>
  orders.length === 0 ? [] : (await Promise.all(readers.map((read) => read(db, orders)))).flat();

/** The orders of these ids, as their files are headed. */
export const filedOrdersOf = async (
  db: Db,
  orderIds: readonly string[],
): Promise<readonly FiledOrder[]> =>
  (await Promise.all(headReaders.map((read) => read(db, orderIds)))).flat();
