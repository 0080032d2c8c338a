import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { bind, sql } from "#server/db/sql.ts";
import { coverageGaps } from "../coverage/standing.service.ts";
import { masterList } from "./master.list.ts";
import type { Lot, Master, MasterDetail } from "./master.model.ts";
import { settledBy } from "./master.service.ts";

const columns = Object.entries(masterList.columns)
  .map(([key, column]) => `${column.sql} as "${key}"`)
  .join(", ");

const membersOf = async (db: Db, id: string): Promise<Lot[]> => {
  const rows = await db.rows<Omit<Lot, "lacking">>(sql`
    select
      c.id, c.number, coalesce(c.lot_no, 0) as lot_no, c.title, c.status, v.name as vendor,
      c.vendor_id, c.ends_on, c.ceiling, c.drawn, s.signed_on, c.insurance_required
    from contract c
    join vendor v on v.org_id = c.org_id and v.id = c.vendor_id
    left join lateral (
        select max(signed_on) as signed_on
        from contract_signing g
        where g.org_id = c.org_id
          and g.contract_id = c.id
          and g.amendment_id is null
          and g.change_id is null
      ) s
      on true
    where c.org_id = ${db.scope.orgId} and c.master_id = ${id}
    order by c.lot_no
  `);
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      lacking: row.status === "active" ? [...(await coverageGaps(db, row.id))] : [],
    })),
  );
};

/** A contract with lots: what stands over all of them, and each with its vendor, ceiling and standing. 404. */
export const readMaster = async (db: Db, actor: Actor, id: string): Promise<MasterDetail> => {
  const row = await db.maybe<Master & Pick<MasterDetail, "earlierNumber" | "awardId">>(
    bind(
      `
        select ${columns}, m.earlier_number, m.award_id
        from ${masterList.from}
        where m.org_id = $1 and m.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound("contract with lots");
  const members = await membersOf(db, id);
  return {
    ...row,
    members,
    canEdit: actor.permissions.has("contract.edit"),
    settled: settledBy(members),
  };
};
