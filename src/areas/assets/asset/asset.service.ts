import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { change, note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import {
  departmentById,
  memberById,
  requirePlace,
} from "#areas/organization/organization.server.ts";
import { asset, assetClass, assetDowntime, assetReading } from "../assets.tables.ts";
import { conditionScales } from "./asset.labels.ts";
import type { AssetInput, AssetPatch, ReadingInput } from "./asset.model.ts";
import { assetNoun, type AssetRecord } from "./asset.noun.ts";
import { conditionOf } from "./condition.model.ts";

type Stored = typeof asset.$inferSelect;

const refuseLoop = async (tx: Tx, id: string | null, parentId: string): Promise<void> => {
  const above = await tx.rows<{ id: string }>(sql`
    with recursive up as (
      select id, parent_id
      from asset
      where org_id = ${tx.scope.orgId} and id = ${parentId}
      union
      select a.id, a.parent_id
      from asset a
      join up on a.id = up.parent_id
      where a.org_id = ${tx.scope.orgId}
    )
    select id
    from up
  `);
  if (above.length === 0) throw invalidField("parentId", "There is no such asset.");
  if (above.some((one) => one.id === id))
    throw invalidField("parentId", "An asset cannot be part of itself.", "asset_loop");
};

const refuseSameTag = async (tx: Tx, id: string | null, tag: string): Promise<void> => {
  const other = await tx.maybe<{ number: string }>(sql`
    select number
    from asset
    where org_id = ${tx.scope.orgId}
      and tag <> ''
      and lower(tag) = ${tag.toLowerCase()}
      and id is distinct from ${id}::uuid
  `);
  if (other) throw invalidField("tag", `${other.number} bears this tag already.`, "same_tag");
};

const requireClass = async (tx: Tx, classId: string, before?: string): Promise<void> => {
  const found = await tx.maybe<{ active: boolean }>(sql`
    select active
    from asset_class
    where org_id = ${tx.scope.orgId} and id = ${classId}
  `);
  if (!found || (!found.active && classId !== before))
    throw invalidField("classId", "Choose a class that is in use.");
};

/** 422 at the field for what the agency does not have, a loop, a tag that is taken. */
const check = async (tx: Tx, id: string | null, said: AssetPatch, before?: Stored) => {
  await Promise.all([
    said.classId ? requireClass(tx, said.classId, before?.classId) : null,
    said.placeId ? requirePlace(tx, said.placeId, before?.placeId ?? null) : null,
    said.tag ? refuseSameTag(tx, id, said.tag) : null,
    said.parentId ? refuseLoop(tx, id, said.parentId) : null,
    said.departmentId ? departmentById(tx, said.departmentId) : null,
    said.custodianId ? memberById(tx, said.custodianId) : null,
  ]);
};
/** Enters an asset as planned; it goes into service by its own step. 422 at the field. */
export const createAsset = async (
  tx: Tx,
  actor: Actor,
  input: AssetInput,
  over: Partial<Stored> = {},
): Promise<Stored> => {
  await check(tx, null, input);
  return create(tx, actor, assetNoun, {
    number: { kind: "AST" },
    row: { ...input, ...over, orgId: actor.orgId!, id: newId() },
  });
};

/** Changes what is known of an asset. 409 for one that is disposed of, or another version. */
export const changeAsset = async (
  tx: Tx,
  actor: Actor,
  id: string,
  patch: AssetPatch,
  version: number | null,
): Promise<Stored> => {
  return change(tx, actor, assetNoun, {
    id,
    version,
    action: "edit",
    effect: async (before) => {
      if (before.status === "disposed")
        throw conflict("not_in_this_status", "What is disposed of stays as it was.");
      await check(tx, id, patch, before);
      const after = { ...before, ...patch };
      if ((after.latitude === null) !== (after.longitude === null))
        throw invalidField("longitude", "A position has latitude and longitude, or neither.");
      if (after.costCents !== null && after.salvageCents > after.costCents)
        throw invalidField("salvageCents", "The salvage value is more than the cost.");
      return { patch: patch as Partial<Stored> };
    },
  });
};

/** Writes down a condition, in the scale of the asset's class; the newest day is the asset's. */
export const readCondition = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: ReadingInput,
): Promise<{ id: string }> => {
  const before = await lockRow(tx, asset, id, "asset");
  if (input.readOn > businessDate(tx.scope))
    throw invalidField("readOn", "This day is still to come.");
  const { conditionScale: scale } = await getRow(tx, assetClass, before.classId, "class");
  const { least, most, label } = conditionScales[scale];
  if (input.value < least || input.value > most)
    throw invalidField("value", `Enter a value of the scale ${label}.`);
  const condition = conditionOf(scale, input.value);
  const row = await insertRow(tx, assetReading, {
    ...input,
    value: String(input.value),
    orgId: before.orgId,
    id: newId(),
    assetId: id,
    scale,
    condition,
    readBy: actor.personId,
  });
  if (!before.conditionOn || input.readOn >= before.conditionOn)
    await updateRow(tx, asset, id, { condition, conditionOn: input.readOn });
  note(tx, actor, "asset", before, {
    action: "readCondition",
    before: { condition: before.condition },
    after: row,
  });
  return { id: row.id };
};

type MovedBy = "order" | "receive" | "putInService" | "takeOut" | "putBack" | "retire";
export type AssetStep = { id: string; version: number | null; reason?: string | null };

const beginDowntime = (tx: Tx, row: AssetRecord, reason: string) =>
  insertRow(tx, assetDowntime, {
    orgId: row.orgId,
    id: newId(),
    assetId: row.id,
    fromAt: businessNow(tx.scope).toISOString(),
    reason,
  });
const endDowntime = (tx: Tx, id: string) =>
  tx.rows(sql`
    update asset_downtime
    set until_at = greatest(from_at, ${businessNow(tx.scope).toISOString()}::timestamptz)
    where org_id = ${tx.scope.orgId} and asset_id = ${id} and until_at is null
  `);

const serviceDay = (tx: Tx, on: Day | null): Day => {
  const today = businessDate(tx.scope);
  if (on && on > today) throw invalidField("on", "This day is still to come.");
  return on ?? today;
};

const moved = (
  tx: Tx,
  actor: Actor,
  action: MovedBy,
  { id, version, reason = null }: AssetStep,
  on: Day | null,
): Promise<Stored> =>
  transition(tx, actor, assetNoun, {
    id,
    action,
    version,
    reason,
    effect: async (row) => {
      if (action === "takeOut") await beginDowntime(tx, row, reason ?? "");
      if (action === "putBack" || action === "retire") await endDowntime(tx, id);
      if (action === "retire") return { patch: { retiredAt: businessNow(tx.scope).toISOString() } };
      return action === "putInService" && !row.inServiceOn
        ? { patch: { inServiceOn: serviceDay(tx, on) } }
        : undefined;
    },
  });

/**
 * Moves an asset on. Out of service begins a row of downtime, back in service ends it; the first
 * day in service begins its depreciation.
 */
export const moveAsset = (
  tx: Tx,
  actor: Actor,
  action: MovedBy,
  step: AssetStep,
): Promise<Stored> => moved(tx, actor, action, step, null);

/** Puts an asset in service, on an earlier day too: its depreciation begins there. */
export const putInService = (
  tx: Tx,
  actor: Actor,
  step: AssetStep,
  { on }: { on: Day | null },
): Promise<Stored> => moved(tx, actor, "putInService", step, on);
