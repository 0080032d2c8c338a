import type { Actor } from "#kernel/access.ts";
import { conflict, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { audit } from "#server/audit/audit.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce } from "#server/lifecycle.ts";
import {
  administratorsOf,
  departmentById,
  isWeighty,
  listDepartments,
  membersNamed,
  notify,
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
  const ids = rules.flatMap(({ askedBy, decidedBy }) =>
    decidedBy ? [askedBy, decidedBy] : askedBy,
  );
  const [people, departments] = await Promise.all([
    membersNamed(db, { ids: [...new Set(ids)] }),
    listDepartments(db),
  ]);
  const named = (id: string | null) => people.find((one) => one.id === id)?.name ?? null;
  return rules.map((rule) => ({
    id: rule.id,
    groupName: rule.groupName,
    role: rule.role,
    duties: rule.duties,
    departmentId: rule.departmentId,
    departmentName: departments.find((one) => one.id === rule.departmentId)?.name ?? null,
    status: rule.status,
    askedByName: named(rule.askedBy),
    decidedByName: named(rule.decidedBy),
    mayDecide: rule.status === "waiting" && rule.askedBy !== actor.personId,
    version: rule.version,
  }));
};

const note = (tx: Tx, actor: Actor, action: string, before: Mapping | null, after: Mapping) => {
  audit(tx, actor, {
    action: `directoryMapping.${action}`,
    objectType: "directoryMapping",
    objectId: after.id,
    objectNumber: after.groupName,
    before,
    after,
  });
  announce(tx, after.orgId, `directoryMapping.${action}`, after.id);
};

const putInForce = async (tx: Tx, actor: Actor, { orgId, directoryId }: Mapping): Promise<void> => {
  const { name } = await getRow(tx, directory, directoryId, "directory");
  await applyToAll(tx, { orgId, directoryId, name, actor });
};

// The duty that only takes away is no way around the second person.
const weighs = ({ role, duties }: MappingInput): boolean =>
  isWeighty(
    role ?? "user",
    duties.filter((duty) => duty !== "read_only"),
  );

type Written = { id: string; version: number; status: string };
const writtenOf = ({ id, version, status }: Mapping): Written => ({ id, version, status });

/**
 * Writes what a group gives. Powers over money, awards, bids or people wait until another
 * administrator confirms them. 404, 409 above a hundred rules.
 */
export const addMapping = async (
  tx: Tx,
  actor: Actor,
  directoryId: string,
  input: MappingInput,
): Promise<Written> => {
  const { name } = await lockRow(tx, directory, directoryId, "directory");
  if (input.departmentId) await departmentById(tx, input.departmentId);
  if ((await rulesOf(tx, directoryId)).length >= mostRules)
    throw conflict("too_many_rules", `A directory has ${mostRules} rules at most.`);
  const waits = weighs(input);
  const row = await insertRow(tx, directoryMapping, {
    ...input,
    orgId: tx.scope.orgId!,
    id: newId(),
    directoryId,
    status: waits ? "waiting" : "in_force",
    askedBy: actor.personId!,
  });
  note(tx, actor, "create", null, row);
  if (!waits) await putInForce(tx, actor, row);
  else
    notify(
      tx,
      (await administratorsOf(tx)).filter((id) => id !== actor.personId),
      {
        kind: "directory.mapping",
        title: `${actor.name} asks you to confirm what a group gives`,
        body: `${input.groupName} of ${name}.`,
        link: "/sso-management?tab=directories",
      },
    );
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
  if (before.status !== "waiting")
    throw conflict("decided_already", "This mapping waits for nobody any more.");
  if (before.askedBy === actor.personId)
    throw notAllowed("Another administrator confirms what you wrote.", "own_mapping");
  const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
  const after = await updateRow(tx, directoryMapping, id, {
    status: decision === "confirm" ? "in_force" : "declined",
    decidedBy: actor.personId,
    decidedAt: at,
  });
  note(tx, actor, decision, before, after);
  if (decision === "confirm") await putInForce(tx, actor, after);
  return writtenOf(after);
};

/** Takes a rule away, and at once what it gave. */
export const removeMapping = async (tx: Tx, actor: Actor, id: string): Promise<Written> => {
  const before = await lockRow(tx, directoryMapping, id, "mapping");
  if (before.status === "removed") return writtenOf(before);
  const after = await updateRow(tx, directoryMapping, id, { status: "removed" });
  note(tx, actor, "remove", before, after);
  await putInForce(tx, actor, after);
  return writtenOf(after);
};
