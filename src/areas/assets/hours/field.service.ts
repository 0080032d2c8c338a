import type { Actor } from "#kernel/access.ts";
import { fieldKind, type PacketItem } from "#areas/field/field.server.ts";
import { namesOf } from "#areas/identity/identity.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { hourInput } from "./hours.model.ts";
import { enterHours } from "./hours.service.ts";

type Thing = { id: string; version: number; title: string; data: Record<string, unknown> };

// Units of which hours are entered, the most recently used first.
const unitsOf = (db: Db) =>
  db.rows<Thing>(sql`
    select
      a.id, a.version, a.number || ' ' || a.name as title,
      jsonb_build_object('of', 'unit', 'number', a.number, 'name', a.name, 'tag', a.tag) as data
    from asset a
    join (
        select h.unit_id, max(h.worked_on) as last
        from work_hour h
        where h.org_id = ${db.scope.orgId} and h.unit_id is not null
        group by h.unit_id
      ) used
      on used.unit_id = a.id
    where a.org_id = ${db.scope.orgId} and a.status not in ('retired', 'disposed')
    order by used.last desc, a.id
    limit 100
  `);

const classesOf = (db: Db) =>
  db.rows<Thing>(sql`
    select
      id, version, name as title,
      jsonb_build_object('of', 'class', 'code', code, 'name', name) as data
    from labor_class
    where org_id = ${db.scope.orgId} and active
    order by name
    limit 100
  `);

// Whoever works on the work orders that somebody leads; nobody's pay.
const crewOf = async (db: Db, actor: Actor): Promise<Thing[]> => {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct m.person_id as id
    from work_order w
    join work_order_member m on m.org_id = w.org_id and m.work_order_id = w.id
    where w.org_id = ${db.scope.orgId}
      and w.lead_id = ${actor.personId}
      and w.status in ('approved', 'scheduled', 'in_progress', 'on_hold', 'completed')
    limit 60
  `);
  const ids = [...new Set([actor.personId!, ...rows.map(({ id }) => id)])];
  const names = await namesOf(db, ids);
  return ids.map((id) => {
    const name = names.get(id) ?? "";
    return { id, version: 1, title: name, data: { of: "person", name } };
  });
};

const placeless = (thing: Thing): PacketItem => ({
  ...thing,
  ...{ dueAt: null, latitude: null, longitude: null },
});

/** Hours of a crew and of equipment as they are typed where there is no line, by the agency's clock. */
export const capturedHours = fieldKind({
  kind: "hours",
  permission: "hours.enter",
  payload: hourInput.strict(),
  typedTimes: true,
  packet: async (db, actor) => {
    const found = await Promise.all([crewOf(db, actor), unitsOf(db), classesOf(db)]);
    return found.flat().map(placeless);
  },
  apply: async (tx, actor, { values }) => {
    const row = await enterHours(tx, actor, values);
    return { type: "workHour", id: row.id, number: row.workedOn };
  },
});
