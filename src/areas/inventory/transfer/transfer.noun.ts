import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import {
  transferCycle,
  type TransferAction,
  type TransferFacts,
  type TransferStatus,
} from "./transfer.labels.ts";
import { stockTransfer } from "./transfer.tables.ts";

export type TransferRecord = typeof stockTransfer.$inferSelect;
type Told = Pick<TransferFacts, "receivers">;

/** Who recorded arrivals of a transfer. */
export const transferFacts = (tx: Pick<Tx, "one" | "scope">, id: string): Promise<Told> =>
  tx.one<Told>(sql`
    select coalesce(array_agg(distinct told_by::text), '{}') as receivers
    from stock_transfer_outcome
    where org_id = ${tx.scope.orgId} and transfer_id = ${id} and kind = 'arrived'
  `);

export const transferNoun = defineNoun<
  TransferStatus,
  TransferAction,
  typeof stockTransfer,
  TransferRecord & Told
>({
  name: "stockTransfer",
  path: "stock-transfers",
  page: "/inventory/transfers",
  table: stockTransfer,
  cycle: transferCycle,
  number: ({ number }) => number,
  read: "stock.read",
  askers: ["plannedBy", "sentBy"],
  facts: transferFacts,
});
