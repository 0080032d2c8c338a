import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { assetClass } from "../assets.tables.ts";
import type { classChange, ClassRow, NewClass } from "./asset.model.ts";

/** The agency's classes of assets with how many assets each has, by name. At most 500. */
export const classesOf = (
  db: Db,
  { q = "", id, limit = 500 }: { q?: string; id?: readonly string[] | undefined; limit?: number },
): Promise<ClassRow[]> =>
  db.rows<ClassRow>(sql`
    select
      c.id, c.code, c.name, c.condition_scale, c.life_months, c.active, c.public_reports,
      c.certificates,
      (select count(*)::int from asset a where a.org_id = c.org_id and a.class_id = c.id) as assets,
      c.version
    from asset_class c
    where c.org_id = ${db.scope.orgId}
      and (${id === undefined}::boolean or c.id = any(${[...(id ?? [])]}::uuid[]))
      and (
        c.name ilike ${`%${q.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`}
        or c.code = ${q.toUpperCase()}
      )
    order by c.active desc, c.name
    limit ${limit}
  `);

const refuseSameCode = async (tx: Tx, id: string | null, code: string): Promise<void> => {
  const other = await tx.maybe<{ name: string }>(sql`
    select name
    from asset_class
    where org_id = ${tx.scope.orgId} and code = ${code} and id is distinct from ${id}::uuid
  `);
  if (other) throw invalidField("code", `${other.name} has this code.`, "same_code");
};

const written = (tx: Tx, actor: Actor, action: string, before: object | null, after: Stored) => {
  note(tx, actor, "assetClass", after.id, { number: after.code, action, before, after });
  return { id: after.id };
};
type Stored = typeof assetClass.$inferSelect;

/** Adds a class. 422 for a code that another one has. */
export const createClass = async (tx: Tx, actor: Actor, input: NewClass) => {
  await refuseSameCode(tx, null, input.code);
  const row = await insertRow(tx, assetClass, { ...input, orgId: actor.orgId!, id: newId() });
  return written(tx, actor, "create", null, row);
};

/**
 * Changes a class, or retires it. Another scale of condition is refused once something was read in
 * the old one: readings must stay comparable.
 */
export const changeClass = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof classChange>,
  version: number | null,
) => {
  const before = await lockRow(tx, assetClass, id, "class");
  requireVersion(before.version, version);
  await refuseSameCode(tx, id, input.code);
  if (input.conditionScale !== before.conditionScale && (await hasReadings(tx, id)))
    throw invalidField(
      "conditionScale",
      "Conditions were read in the scale that stands. Make a new class for the other one.",
    );
  return written(tx, actor, "edit", before, await updateRow(tx, assetClass, id, input));
};
const hasReadings = async (tx: Tx, classId: string): Promise<boolean> =>
  Boolean(
    await tx.maybe(sql`
      select 1 as ok
      from asset_reading r
      join asset a on a.org_id = r.org_id and a.id = r.asset_id
      where r.org_id = ${tx.scope.orgId} and a.class_id = ${classId}
      limit 1
    `),
  );
