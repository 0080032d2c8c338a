import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { accountFacts } from "#areas/budget/budget.server.ts";
import { placesOf, requirePlace } from "#areas/organization/organization.server.ts";
import { change, note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsFor, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { stockLocation } from "../inventory.tables.ts";
import { bearingOf, refuseHolding } from "./bearing.service.ts";
import { locationFacts } from "./location-facts.service.ts";
import type { LocationDetail, LocationInput, TreeLocation } from "./location.model.ts";
import { locationNoun, type LocationRecord } from "./location.noun.ts";

/** Locations of one tree at most, and how deep it may be. */
const mostLocations = 2000;
const mostDepth = 8;

const refuseSameCode = async (tx: Tx, id: string | null, code: string): Promise<void> => {
  const other = await tx.maybe<{ name: string }>(sql`
    select name
    from stock_location
    where org_id = ${tx.scope.orgId}
      and lower(code) = lower(${code})
      and id is distinct from ${id}::uuid
  `);
  if (other) throw invalidField("code", `${code} is ${other.name} already.`, "same_code");
};

type Above = { id: string; code: string; status: string; placeId: string };

const aboveOf = (db: Db, id: string): Promise<Above[]> =>
  db.rows<Above>(sql`
    with recursive up as (
      select id, code, status, place_id, parent_id, 0 as step
      from stock_location
      where org_id = ${db.scope.orgId} and id = ${id}
      union all
      select l.id, l.code, l.status, l.place_id, l.parent_id, up.step + 1
      from stock_location l
      join up on l.id = up.parent_id
      where l.org_id = ${db.scope.orgId} and up.step < ${mostDepth}
    )
    select id, code, status, place_id
    from up
    order by step
  `);

// The trees of an agency are rearranged one at a time: two moves at once could make a loop between them.
export const inTurn = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`select pg_advisory_xact_lock(71052, hashtext(${tx.scope.orgId}::text))`);

// A location within another stands on that one's place.
const placeFor = async (
  tx: Tx,
  id: string | null,
  { parentId, placeId }: LocationInput,
  before: LocationRecord | null,
): Promise<string> => {
  if (!parentId) {
    await requirePlace(tx, placeId, before?.placeId ?? null);
    return placeId!;
  }
  const above = await aboveOf(tx, parentId);
  const parent = above[0];
  if (!parent) throw invalidField("parentId", "Choose a location of the list.", "parent_unknown");
  if (above.some((one) => one.id === id))
    throw invalidField("parentId", "A location cannot be within itself.", "location_loop");
  if (parent.status !== "active" && parentId !== before?.parentId)
    throw invalidField("parentId", `${parent.code} is retired.`, "parent_retired");
  if (above.length >= mostDepth)
    throw invalidField("parentId", `A tree has ${mostDepth} levels at the most.`, "too_deep");
  return parent.placeId;
};

/** Enters a stock location, in use at once. 422 at the field; 404 for another agency's line. */
export const enterLocation = async (
  tx: Tx,
  actor: Actor,
  input: LocationInput,
  role: LocationRecord["role"] = "shelf",
): Promise<LocationRecord> => {
  await inTurn(tx);
  await refuseSameCode(tx, null, input.code);
  const placeId = await placeFor(tx, null, input, null);
  const bearing = await bearingOf(tx, input, null);
  const values = {
    ...input,
    ...bearing,
    placeId,
    role,
    orgId: tx.scope.orgId!,
    id: newId(),
    status: "active",
  };
  const row = await insertRow(tx, stockLocation, values);
  const { id, code } = row;
  const data = { status: row.status };
  note(tx, actor, locationNoun, { id, number: code }, { action: "create", after: row, data });
  return row;
};

// What stands within a location stands on its place.
const moveWithin = (tx: Tx, id: string, placeId: string) =>
  tx.rows(sql`
    with recursive down as (
      select id
      from stock_location
      where org_id = ${tx.scope.orgId} and parent_id = ${id}
      union
      select l.id
      from stock_location l
      join down on l.parent_id = down.id
      where l.org_id = ${tx.scope.orgId}
    )
    update stock_location
    set place_id = ${placeId}, version = version + 1, updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and id in (select id from down) and place_id <> ${placeId}
  `);

/**
 * Changes a stock location in use, with what is within it. 404, 412; 422 at the field; 409 `holds_stock`
 * or `goods_come` where it is to be charged otherwise while something lies there, or comes.
 */
export const changeLocation = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: LocationInput,
  version: number | null,
): Promise<LocationRecord> => {
  await inTurn(tx);
  return change(tx, actor, locationNoun, {
    id,
    version,
    unless: ({ status, role }) =>
      role === "transit"
        ? "What is on the way lies here: it stays as it is."
        : status === "active"
          ? null
          : "It is retired: use it again first.",
    effect: async (before) => {
      await refuseSameCode(tx, id, input.code);
      const placeId = await placeFor(tx, id, input, before);
      const bearing = await bearingOf(tx, input, before);
      await refuseHolding(tx, before, bearing);
      if (placeId !== before.placeId) await moveWithin(tx, id, placeId);
      return { patch: { ...input, ...bearing, placeId } };
    },
  });
};

/** Retires a location with the reason. 409 while others within it are in use, or something lies there. */
export const retireLocation = async (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
): Promise<LocationRecord> => {
  await inTurn(tx);
  return transition(tx, actor, locationNoun, { ...at, action: "retire" });
};

/** Takes a retired location into use again. 422 while the one that it is within is retired. 404, 412. */
export const reactivateLocation = async (
  tx: Tx,
  actor: Actor,
  at: StepAt,
): Promise<LocationRecord> => {
  await inTurn(tx);
  return transition(tx, actor, locationNoun, {
    ...at,
    action: "reactivate",
    effect: async ({ parentId }) => {
      const parent = parentId ? (await aboveOf(tx, parentId))[0] : null;
      if (parent && parent.status !== "active")
        throw invalidField("parentId", `${parent.code} is retired.`, "parent_retired");
    },
  });
};

/** A location with what the actor may do. 404. */
export const readLocation = async (db: Db, actor: Actor, id: string): Promise<LocationDetail> => {
  const row = await getRow(db, stockLocation, id, "stock location");
  const [facts, places, parents, accounts] = await Promise.all([
    locationFacts(db, id),
    placesOf(db, [row.placeId]),
    row.parentId ? aboveOf(db, row.parentId) : [],
    accountFacts(db, row.chargeAccountId ? [row.chargeAccountId] : []),
  ]);
  const { orgId: _org, createdAt: _created, updatedAt: _updated, ...told } = row;
  return {
    ...told,
    number: row.code,
    status: row.status as LocationDetail["status"],
    parent: parents[0]?.code ?? null,
    place: places.get(row.placeId)?.name ?? "",
    chargeAccount: row.chargeAccountId ? accounts.get(row.chargeAccountId)!.code : null,
    actions: actionsFor(actor, locationNoun, { ...row, ...facts }),
  };
};

type Node = Omit<TreeLocation, "place"> & { placeId: string };

/** The locations in use as trees, each below the one that it is within, by code. */
export const locationTree = async (db: Db): Promise<TreeLocation[]> => {
  const rows = await db.rows<Node>(sql`
    with recursive tree as (
      select id, code, name, parent_id, place_id, quarantine, 0 as depth, array[lower(code)] as path
      from stock_location
      where org_id = ${db.scope.orgId} and parent_id is null and status = 'active'
      union all
      select
        l.id, l.code, l.name, l.parent_id, l.place_id, l.quarantine, t.depth + 1,
        t.path || lower(l.code)
      from stock_location l
      join tree t on t.id = l.parent_id
      where l.org_id = ${db.scope.orgId} and l.status = 'active' and t.depth < ${mostDepth}
    )
    select id, code, name, parent_id, place_id, quarantine, depth
    from tree
    order by path
    limit ${mostLocations}
  `);
  const places = await placesOf(
    db,
    rows.map(({ placeId }) => placeId),
  );
  return rows.map(({ placeId, ...row }) => ({ ...row, place: places.get(placeId)?.name ?? "" }));
};
