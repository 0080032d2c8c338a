import type { Actor } from "#kernel/access.ts";
import {
  keepDeadlines,
  type DeadlineRecordOf,
  type DeadlineSource,
} from "#areas/workflow/workflow.server.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { CycleStored } from "./cycle.noun.ts";

type Dated = Pick<CycleStored, "id" | "number" | "status" | "bankName" | "dueOn" | "statedBy">;

/** The day on which a bank's statement is due, until its invoice has that day. */
export const cycleDeadlines = (row: Dated): DeadlineRecordOf => ({
  id: row.id,
  number: row.number,
  link: `/payments/card-cycles/${row.id}`,
  deadlines:
    row.dueOn && ["stated", "reconciled"].includes(row.status)
      ? [
          {
            key: "due",
            title: `${row.bankName} is to be paid for its cards`.slice(0, 200),
            dueOn: row.dueOn,
            follows:
              "The day that the bank's statement names: the cycle is reconciled and invoiced before.",
            ownerId: row.statedBy,
            notices: [10, 3, 0],
            byHand: false,
          },
        ]
      : [],
});

export const cycleDeadlineSource: DeadlineSource = {
  type: "cardCycle",
  label: "Card cycle",
  permission: "cards.read",
  all: async (db) =>
    (
      await db.rows<Dated>(sql`
        select id, number, status, bank_name, due_on, stated_by
        from card_cycle
        where org_id = ${db.scope.orgId} and status in ('stated', 'reconciled')
        order by id
      `)
    ).map(cycleDeadlines),
};

/** Keeps the day of a cycle as it stands, and gives the cycle. */
export const keepCycleDay = async (
  tx: Tx,
  actor: Actor,
  row: CycleStored,
): Promise<CycleStored> => {
  await keepDeadlines(tx, actor, "cardCycle", cycleDeadlines(row));
  return row;
};
