import type { Day } from "#kernel/time.ts";
import { daysBetween } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { bucketOf } from "../bill/amounts.model.ts";
import type { Aging, AgingRow } from "./client.model.ts";

type Open = { clientId: string; client: string; billId: string; dueOn: Day; owed: number };

// A bill as it stood at the end of a day: what came later, or was written off later, is not in it.
const openOn = (db: Db, on: Day, clientId: string | null) =>
  db.rows<Open>(sql`
    select
      b.client_id, c.name as client, b.id as bill_id, b.due_on,
      b.total - coalesce(
        (
          select sum(r.cents)
          from served_receipt r
          where r.org_id = b.org_id and r.bill_id = b.id and r.live and r.received_on <= ${on}
        ),
        0
      )::bigint as owed
    from served_bill b
    join served_client c on c.org_id = b.org_id and c.id = b.client_id
    where b.org_id = ${db.scope.orgId}
      and b.issued_on <= ${on}
      and (b.written_off_on is null or b.written_off_on > ${on})
      and (${clientId}::uuid is null or b.client_id = ${clientId}::uuid)
    order by c.name, b.due_on, b.id
  `);

const none = { notDue: 0, to30: 0, to60: 0, to90: 0, beyond: 0, owed: 0 };

const addedUp = (open: readonly Open[], on: Day) => {
  const sums = { ...none };
  for (const { dueOn, owed } of open) {
    sums[bucketOf(daysBetween(dueOn, on))] += owed;
    sums.owed += owed;
  }
  return sums;
};

/** What a client owes at the end of a day, by how long it is past due. */
export const agingOf = async (db: Db, clientId: string, on: Day): Promise<Aging> => ({
  on,
  ...addedUp(await openOn(db, on, clientId), on),
});

/** The same for every client that owes something. */
export const agingOfAll = async (db: Db, on: Day): Promise<AgingRow[]> => {
  const open = (await openOn(db, on, null)).filter(({ owed }) => owed > 0);
  return [...new Set(open.map(({ clientId }) => clientId))].map((clientId) => {
    const mine = open.filter((bill) => bill.clientId === clientId);
    return { clientId, client: mine[0]!.client, ...addedUp(mine, on) };
  });
};
