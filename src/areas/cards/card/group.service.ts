import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import { cardGroup } from "../cards.tables.ts";
import { groupInput, type GroupRow } from "./group.model.ts";

/** Groups of merchant category codes that an agency writes: what cards buy in, and what none does. */
export const cardGroups = defineDefinition({
  name: "cardGroup",
  what: "category group",
  table: cardGroup,
  body: groupInput,
  checks: async (db, group) => {
    const { taken } = await db.one<{ taken: boolean }>(sql`
      select count(distinct definition_id) > 1 as taken
      from card_group
      where org_id = ${db.scope.orgId}
        and lower(name) = lower(${group.name})
        and status <> 'retired'
    `);
    return [{ sentence: "No other group has this name.", ok: !taken, path: "name" }];
  },
  file: { schema: "levee.card-group", version: 1 },
});

/** All groups in all versions, by name, the newest first. */
export const listGroups = (db: Db): Promise<GroupRow[]> =>
  db.rows<GroupRow>(sql`
    select id, definition_id, version_no, name, status, published_at, version, codes, blocked
    from card_group
    where org_id = ${db.scope.orgId}
    order by name, definition_id, version_no desc
    limit 500
  `);

/** The groups in force. */
export const groupsInForce = async (db: Db): Promise<GroupRow[]> =>
  (await listGroups(db)).filter(({ status }) => status === "published");
