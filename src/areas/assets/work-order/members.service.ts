import { invalidField } from "#kernel/errors.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { peopleWhoMay } from "#areas/organization/organization.server.ts";
import { workOrderMember } from "../assets.tables.ts";
import type { CrewMember } from "./work-order.model.ts";

/** Who goes along with the lead of a work order, by name. */
export const crewOf = (db: Db, workOrderId: string): Promise<CrewMember[]> =>
  db.rows<CrewMember>(sql`
    select m.person_id as id, p.display_name as name
    from work_order_member m
    join person p on p.id = m.person_id
    where m.org_id = ${db.scope.orgId} and m.work_order_id = ${workOrderId}
    order by p.display_name, m.person_id
  `);

/**
 * Puts these people in place of the crew of before; the lead is none of them. Gives those who are new.
 * 422 for somebody who may not do the work.
 */
export const setCrew = async (
  tx: Tx,
  workOrderId: string,
  leadId: string,
  asked: readonly string[],
): Promise<string[]> => {
  const members = [...new Set(asked)].filter((id) => id !== leadId);
  const may = members.length > 0 ? await peopleWhoMay(tx, "workOrder.work") : [];
  const other = members.find((id) => !may.includes(id));
  if (other)
    throw invalidField(
      `members.${asked.indexOf(other)}.personId`,
      "Choose somebody who may do the work: a technician, an asset manager, a manager.",
      "not_of_the_trade",
    );
  const before = new Set((await crewOf(tx, workOrderId)).map((each) => each.id));
  await tx.rows(sql`
    delete from work_order_member
    where org_id = ${tx.scope.orgId} and work_order_id = ${workOrderId}
  `);
  await insertRows(
    tx,
    workOrderMember,
    members.map((personId) => ({ orgId: tx.scope.orgId!, workOrderId, personId })),
  );
  return members.filter((id) => !before.has(id));
};
