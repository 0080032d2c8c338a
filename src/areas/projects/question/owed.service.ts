// What a contractor owes by the punch lists and the closeout papers of its projects, with its order.
import { ordersOfContracts } from "#areas/procurement/procurement.server.ts";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

type Owing = {
  kind: "punch" | "paper";
  orgId: string;
  projectId: string;
  contractId: string;
  number: string;
  says: string;
  back: boolean;
  dueOn: Day | null;
};
export type Owed = Owing & { orderId: string };

/** Items to complete and papers to hand in of projects under way, those that came back first, then by day. */
export const owedOf = async (side: Db): Promise<Owed[]> => {
  const rows = await side.rows<Owing>(sql`
    select owed.*
    from (
      select
        'punch' as kind, org_id, project_id, contract_id, number, what as says,
        status = 'back' as back, due_on
      from punch_item
      where status in ('open', 'back')
      union all
      select
        'paper' as kind, org_id, project_id, contract_id, number, title || ' of ' || party as says,
        status = 'back' as back, due_on
      from closeout_paper
      where status in ('asked', 'back')
    ) owed
    join project p on p.org_id = owed.org_id and p.id = owed.project_id
    where p.status in ('active', 'on_hold', 'substantially_complete')
    order by owed.back desc, owed.due_on nulls last, owed.number
    limit 200
  `);
  const orders = await ordersOfContracts(side, [
    ...new Set(rows.map(({ contractId }) => contractId)),
  ]);
  return rows.flatMap((row) => {
    const order = orders.find(
      (each) => each.orgId === row.orgId && each.contractId === row.contractId,
    );
    return order ? [{ ...row, orderId: order.id }] : [];
  });
};
