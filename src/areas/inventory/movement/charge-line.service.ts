import { accountFacts } from "#areas/budget/budget.server.ts";
import type { Db } from "#server/db/db.ts";
import { findRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { nounNamed } from "#server/noun.ts";
import { consumerNouns } from "./consumer.service.ts";
import type { Consumer, MovementDetail } from "./movement.model.ts";

const lastCharged = async (db: Db, { type, id }: Consumer): Promise<string | null> =>
  (
    await db.maybe<{ accountStringId: string }>(sql`
      select c.account_string_id
      from stock_movement m
      join stock_charge c on c.org_id = m.org_id and c.movement_id = m.id
      where m.org_id = ${db.scope.orgId}
        and m.consumer_type = ${type}
        and m.consumer_id = ${id}
        and m.kind = 'issue'
        and m.reverses_id is null
      order by m.moved_on desc, m.posted_at desc
      limit 1
    `)
  )?.accountStringId ?? null;

/**
 * The budget line that is known of a consumer: its own (an incident's), else the one that it was charged to
 * last, else its department's last one. Null where none is known.
 */
export const lineOfConsumer = async (db: Db, consumer: Consumer): Promise<string | null> => {
  if (consumer.type === "department") return lastCharged(db, consumer);
  const noun = nounNamed(consumerNouns[consumer.type]);
  const row = noun && ((await findRow(db, noun.table, consumer.id)) as Known | null);
  if (row?.accountStringId) return row.accountStringId;
  const last = await lastCharged(db, consumer);
  if (last || !row?.departmentId) return last;
  return lastCharged(db, { type: "department", id: row.departmentId });
};

type Known = { accountStringId?: string | null; departmentId?: string | null };

/** The same with its code, for whoever is about to issue; null where none is known. */
export const proposedLine = async (
  db: Db,
  consumer: Consumer,
): Promise<{ id: string; code: string } | null> => {
  const id = await lineOfConsumer(db, consumer);
  return id ? { id, code: (await accountFacts(db, [id])).get(id)!.code } : null;
};

type Shown = { accountStringId: string; storesAccountId: string; fiscalYearId: string | null };

/** What the lines of a movement charge, in words, by line; only of those that move a budget. */
export const shownCharges = async (
  db: Db,
  movementId: string,
): Promise<ReadonlyMap<string, NonNullable<MovementDetail["content"][number]["charge"]>>> => {
  const charges = await db.rows<Shown & { lineId: string; cents: number }>(sql`
    select line_id, account_string_id, stores_account_id, fiscal_year_id, cents
    from stock_charge
    where org_id = ${db.scope.orgId} and movement_id = ${movementId}
  `);
  const facts = await accountFacts(
    db,
    charges.flatMap((one) => [one.accountStringId, one.storesAccountId]),
  );
  return new Map(
    charges.map(({ lineId, cents, ...one }) => [
      lineId,
      {
        account: facts.get(one.accountStringId)!.code,
        stores: facts.get(one.storesAccountId)!.code,
        cents,
        unmoved: one.fiscalYearId === null,
      },
    ]),
  );
};
