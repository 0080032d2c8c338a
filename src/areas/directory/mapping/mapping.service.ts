import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import {
  askToConfirm,
  decisionOn,
  departmentById,
  firstStatusOf,
  namedRules,
  requireApart,
} from "#areas/organization/organization.server.ts";
import { directory, directoryMapping } from "../directory.tables.ts";
import { applyToAll } from "./apply.service.ts";
import type { MappingInput, MappingRow } from "./mapping.model.ts";

type Mapping = typeof directoryMapping.$inferSelect;
const mostRules = 100;

const rulesOf = (db: Db, directoryId: string): Promise<Mapping[]> =>
  db.rows<Mapping>(sql`
    select *
    from directory_mapping
    where org_id = ${db.scope.orgId} and directory_id = ${directoryId} and status <> 'removed'
    order by created_at, id
  `);

/** What groups of a directory give, as it is shown. 404. */
export const listMappings = async (
  db: Db,
  actor: Actor,
  directoryId: string,
): Promise<MappingRow[]> => {
  await getRow(db, directory, directoryId, "directory");
  const rules = await rulesOf(db, directoryId);
  return (await namedRules(db, actor, rules)).map(({ rule: { groupName }, row }) => ({
    ...row,
    groupName,
  }));
};

const putInForce = async (tx: Tx, actor: Actor, { orgId, directoryId }: Mapping): Promise<void> => {
  const { name } = await getRow(tx, directory, directoryId, "directory");
  await applyToAll(tx, { orgId, directoryId, name, actor });
};

type Written = { id: string; version: number; status: string };
const writtenOf = ({ id, version, status }: Mapping): Written => ({ id, version, status });

/**
 * Writes what a group gives. Powers over money, awards, bids or people wait until another
 * administrator confirms them. 404, 409 above a hundred rules, 422 for both ends of what is kept
 * apart.
 */
export const addMapping = async (
  tx: Tx,
  actor: Actor,
  directoryId: string,
  input: MappingInput,
): Promise<Written> => {
  const { name } = await lockRow(tx, directory, directoryId, "directory");
  requireApart(input);
  if (input.departmentId) await departmentById(tx, input.departmentId);
  if ((await rulesOf(tx, directoryId)).length >= mostRules)
    throw conflict("too_many_rules", `A directory has ${mostRules} rules at most.`);
  const row = await insertRow(tx, directoryMapping, {
    ...input,
    orgId: tx.scope.orgId!,
    id: newId(),
    directoryId,
    status: firstStatusOf(input),
    askedBy: actor.personId!,
  });
  note(tx, actor, "directoryMapping", row.id, {
    number: row.groupName,
    action: "create",
    after: row,
  });
  if (row.status === "waiting")
    await askToConfirm(tx, actor, {
      kind: "directory.mapping",
      body: `${input.groupName} of ${name}.`,
      link: "/sso-management?tab=directory",
    });
  else await putInForce(tx, actor, row);
  return writtenOf(row);
};

/** A second administrator decides what waits. 403 for who wrote it, 409 for what is decided. */
export const decideMapping = async (
  tx: Tx,
  actor: Actor,
  id: string,
  decision: "confirm" | "decline",
): Promise<Written> => {
  const before = await lockRow(tx, directoryMapping, id, "mapping");
  const after = await updateRow(
    tx,
    directoryMapping,
    id,
    await decisionOn(tx, actor, before, decision),
  );
  note(tx, actor, "directoryMapping", after.id, {
    number: after.groupName,
    action: decision,
    before,
    after,
  });
  if (decision === "confirm") await putInForce(tx, actor, after);
  return writtenOf(after);
};

/** Takes a rule away, and at once what it gave. */
export const removeMapping = async (tx: Tx, actor: Actor, id: string): Promise<Written> => {
  const before = await lockRow(tx, directoryMapping, id, "mapping");
  if (before.status === "removed") return writtenOf(before);
  const after = await updateRow(tx, directoryMapping, id, { status: "removed" });
  note(tx, actor, "directoryMapping", after.id, {
    number: after.groupName,
    action: "remove",
    before,
    after,
  });
  await putInForce(tx, actor, after);
  return writtenOf(after);
};
