import type { Actor } from "#kernel/access.ts";
import { notAllowed, notFound } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import type { Database, Db, Row, Tx } from "../db.ts";
import { bind, camelRow, sql, type Sql } from "../sql.ts";
import { queriesOfRows } from "../wire/queries.ts";

type Pool = ReturnType<Database["poolAs"]>;
const pools = new WeakMap<Database, Pool>();
const poolOf = (database: Database): Pool => {
  let pool = pools.get(database);
  if (!pool) pools.set(database, (pool = database.poolAs("levee_vendor", { max: 8 })));
  return pool;
};

const read = async (
  pool: Pool,
  vendorIds: readonly string[],
  personId: string,
  statement: Sql,
): Promise<Row[]> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin read only");
    const scope = bind(
      "select set_config('levee.vendors',$1,true), set_config('levee.person',$2,true)",
      [`{${vendorIds.join(",")}}`, personId],
    );
    await client.query(scope.text, scope.values as unknown[]);
    const { rows } = await client.query(statement.text, statement.values as unknown[]);
    await client.query("commit");
    return rows.map((row: Row) => camelRow(row));
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
};

/**
 * Reads what a vendor's person may see, in every agency: what is published, and what is the
 * vendor's own. The role `levee_vendor` and its row
 * policies decide; a row of another vendor cannot be named. @throws 403 for anybody who acts for no
 * vendor.
 */
export const vendorSide = (database: Database, actor: Actor): Db => {
  if (actor.kind !== "vendor" || !actor.personId || actor.vendorIds.length === 0)
    throw notAllowed("This is for vendors.");
  const { personId, vendorIds } = actor;
  const pool = poolOf(database);
  return queriesOfRows({ orgId: null, personId, vendorIds }, (statement) =>
    read(pool, vendorIds, personId, statement),
  );
};

/** The agency's own record of the vendor that acts. */
export type ActingVendor = {
  id: string;
  number: string;
  name: string;
  status: string;
  identityId: string;
};

/**
 * Lets a vendor's person write in one agency, as the vendor that this agency knows: `work` gets the
 * agency's transaction, the agency's record of
 * the vendor, and the actor within the agency (for audit and transitions). Every check of what the
 * vendor may do is `work`'s.
 * @throws 403 for anybody who acts for no vendor, `agency_rests` where the agency's state closes the door
 * (`server/agencies/visiting.ts`); 404 when the agency has no record of it.
 */
export const asVendor = <T>(
  app: Pick<App, "database">,
  actor: Actor,
  orgId: string,
  work: (tx: Tx, vendor: ActingVendor, who: Actor) => Promise<T>,
): Promise<T> => {
  if (actor.kind !== "vendor" || actor.vendorIds.length === 0)
    throw notAllowed("This is for vendors.");
  const who: Actor = { ...actor, orgId };
  return app.database.transaction(who, async (tx) => {
    const { practice } = await tx.one<{ practice: boolean }>(
      sql`select levee_is_practice(${orgId}) as practice`,
    );
    // A copy for practice is there for its own members alone.
    if (practice) throw notFound("vendor record with this agency");
    const vendor = await tx.maybe<ActingVendor>(sql`
      select id, number, name, status, identity_id
      from vendor
      where org_id = ${orgId}
        and (identity_id = any(${actor.vendorIds}) or also_identities && ${actor.vendorIds}::uuid[])
        and status <> 'inactive'
      order by (status = 'active') desc, created_at
      limit 1
    `);
    if (!vendor) throw notFound("vendor record with this agency");
    return work(tx, vendor, { ...who, timeZone: tx.scope.timeZone });
  });
};
