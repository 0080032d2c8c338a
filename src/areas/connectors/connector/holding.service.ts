import type { Holding } from "#areas/organization/organization.server.ts";
import { sql } from "#server/db/sql.ts";

/** Connectors that a member answers for: they end with the rights that they run by. */
export const connectorHolding: Holding = {
  kind: "connectors",
  label: "Connectors they own",
  place: 85,
  byHand:
    "They run by the rights of who leaves. Somebody else sets them up anew; the old ones are retired.",
  of: (db, personId) =>
    db.rows(sql`
      select id, name as label, '/api-connectors/connectors/' || id as link
      from connector
      where org_id = ${db.scope.orgId} and owner_id = ${personId} and status <> 'retired'
      order by name, id
      limit 200
    `),
};
