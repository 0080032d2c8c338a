import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { stockMovement } from "../ledger/ledger.tables.ts";
import { movementCycle, type MovementAction, type MovementStatus } from "./movement.labels.ts";

export type StockMovement = typeof stockMovement.$inferSelect;
export type MovementRecord = StockMovement & { corrects: boolean };

/** Whether a movement only corrects the value of others. */
const factsOf = async (tx: Tx, id: string): Promise<{ corrects: boolean }> =>
  tx.one<{ corrects: boolean }>(sql`
    select exists (
        select 1
        from stock_movement_line l
        where l.org_id = ${tx.scope.orgId}
          and l.movement_id = ${id}
          and l.corrects_line_id is not null
      ) as corrects
  `);

export const movementNoun = defineNoun<
  MovementStatus,
  MovementAction,
  typeof stockMovement,
  MovementRecord
>({
  name: "stockMovement",
  path: "stock-movements",
  page: "/inventory/movements",
  table: stockMovement,
  cycle: movementCycle,
  number: ({ number }) => number,
  read: "stock.read",
  askers: ["enteredBy"],
  facts: factsOf,
});
