import type { Holding } from "#areas/organization/organization.server.ts";
import { sql } from "#server/db/sql.ts";

/** Devices that somebody carries: what lies on them is theirs to send, and nobody can take it over. */
export const deviceHolding: Holding = {
  kind: "fieldDevices",
  label: "Devices in the field",
  place: 90,
  byHand: "Have what waits on them sent while they can sign in; then revoke them.",
  of: async (db, personId) =>
    (
      await db.rows<{ id: string; name: string; waiting: number }>(sql`
        select id, name, waiting
        from field_device
        where org_id = ${db.scope.orgId}
          and person_id = ${personId}
          and status in ('enrolled', 'active', 'locked')
        order by number
      `)
    ).map(({ id, name, waiting }) => ({
      id,
      label: waiting > 0 ? `${name}, ${waiting} waiting` : name,
      link: `/mobile-app?peek=${id}`,
    })),
};
