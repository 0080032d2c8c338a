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
import { noteEvent } from "../log/event.service.ts";
import { claimsOf } from "../provider/claims.model.ts";
import { signInMapping, signInProvider } from "../sign-on.tables.ts";
import { mappedBy, type MappingRule } from "./mapped.model.ts";
import type { MappingInput, MappingRow, Tried } from "./mapping.model.ts";

type Mapping = typeof signInMapping.$inferSelect;
const mostRules = 100;

/** All rules of a provider, also those that were removed, in their order. */
export const rulesOf = (db: Db, providerId: string): Promise<Mapping[]> =>
  db.rows<Mapping>(sql`
    select *
    from sign_in_mapping
    where org_id = ${db.scope.orgId} and provider_id = ${providerId}
    order by created_at, id
  `);

const namesOf = async (db: Db, rules: readonly Mapping[]) => {
  const ids = rules.flatMap((rule) => [rule.askedBy, rule.decidedBy ?? []].flat());
  const [people, departments] = await Promise.all([
    membersNamed(db, { ids: [...new Set(ids)] }),
    listDepartments(db),
  ]);
  return {
    person: (id: string | null) => people.find((one) => one.id === id)?.name ?? null,
    department: (id: string | null) => departments.find((one) => one.id === id)?.name ?? null,
  };
};

/** Rules of a provider as they are shown. @throws Problem 404. */
export const listMappings = async (
  db: Db,
  actor: Actor,
  providerId: string,
): Promise<MappingRow[]> => {
  await getRow(db, signInProvider, providerId, "sign-in provider");
  const rules = (await rulesOf(db, providerId)).filter((rule) => rule.status !== "removed");
  const names = await namesOf(db, rules);
  return rules.map((rule) => ({
    id: rule.id,
    providerId,
    claim: rule.claim,
    value: rule.value,
    role: rule.role,
    duties: rule.duties,
    departmentId: rule.departmentId,
    departmentName: names.department(rule.departmentId),
    status: rule.status,
    askedByName: names.person(rule.askedBy),
    decidedByName: names.person(rule.decidedBy),
    mayDecide: rule.status === "waiting" && rule.askedBy !== actor.personId,
    version: rule.version,
  }));
};

const note = async (
  tx: Tx,
  actor: Actor,
  action: string,
  before: Mapping | null,
  after: Mapping,
): Promise<void> => {
  const number = `${after.claim} = ${after.value}`;
  audit(tx, actor, {
    action: `signInMapping.${action}`,
    objectType: "signInMapping",
    objectId: after.id,
    objectNumber: number,
    before,
    after,
  });
  announce(tx, after.orgId, `signInMapping.${action}`, after.id);
  await noteEvent(tx, {
    kind: "mapping",
    good: true,
    providerId: after.providerId,
    personId: actor.personId,
    who: number,
    told: { create: "Written.", confirm: "Confirmed.", decline: "Declined." }[action] ?? "Removed.",
  });
};

// The duty that only takes away is no way around the second person.
const weighs = ({ role, duties }: MappingInput): boolean =>
  isWeighty(
    role ?? "user",
    duties.filter((duty) => duty !== "read_only"),
  );

/**
 * Writes a rule. What gives money, award or bid powers, or those over people, waits until another
 * administrator confirms it. @throws Problem 404, 409 `too_many_rules`.
 */
export const addMapping = async (
  tx: Tx,
  actor: Actor,
  providerId: string,
  input: MappingInput,
): Promise<{ id: string; version: number; status: string }> => {
  const provider = await lockRow(tx, signInProvider, providerId, "sign-in provider");
  if (input.departmentId) await departmentById(tx, input.departmentId);
  const rules = (await rulesOf(tx, providerId)).filter((rule) => rule.status !== "removed");
  if (rules.length >= mostRules)
    throw conflict("too_many_rules", `A provider has ${mostRules} rules at most.`);
  const waits = weighs(input);
  const row = await insertRow(tx, signInMapping, {
    ...input,
    orgId: tx.scope.orgId!,
    id: newId(),
    providerId,
    status: waits ? "waiting" : "in_force",
    askedBy: actor.personId!,
  });
  await note(tx, actor, "create", null, row);
  if (waits)
    notify(
      tx,
      (await administratorsOf(tx)).filter((id) => id !== actor.personId),
      {
        kind: "signOn.mapping",
        title: `${actor.name} asks you to confirm what a group gives`,
        body: `${input.claim} = ${input.value} at ${provider.name}.`,
        link: `/sso-management/providers/${providerId}`,
      },
    );
  return { id: row.id, version: row.version, status: row.status };
};

/**
 * A second administrator decides on a rule that waits. @throws Problem 403 for who wrote it, 404,
 * 409 for one that is decided.
 */
export const decideMapping = async (
  tx: Tx,
  actor: Actor,
  id: string,
  decision: "confirm" | "decline",
): Promise<{ id: string; version: number }> => {
  const before = await lockRow(tx, signInMapping, id, "mapping");
  if (before.status !== "waiting")
    throw conflict("decided_already", "This mapping waits for nobody any more.");
  if (before.askedBy === actor.personId)
    throw notAllowed("Another administrator confirms what you wrote.", "own_mapping");
  const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
  const after = await updateRow(tx, signInMapping, id, {
    status: decision === "confirm" ? "in_force" : "declined",
    decidedBy: actor.personId,
    decidedAt: at,
  });
  await note(tx, actor, decision, before, after);
  return { id, version: after.version };
};

/** Takes a rule away; what it gave goes at everybody's next sign-in. @throws Problem 404. */
export const removeMapping = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const before = await lockRow(tx, signInMapping, id, "mapping");
  if (before.status === "removed") return { id };
  const after = await updateRow(tx, signInMapping, id, { status: "removed" });
  await note(tx, actor, "remove", before, after);
  return { id };
};

/** What the rules would give somebody with these claims; nothing is changed. @throws Problem 404. */
export const tryMapping = async (
  db: Db,
  providerId: string,
  claims: Record<string, unknown>,
): Promise<Tried> => {
  await getRow(db, signInProvider, providerId, "sign-in provider");
  const rules = await rulesOf(db, providerId);
  const mapped = mappedBy(rules as MappingRule[], claimsOf(claims));
  const names = await namesOf(db, []);
  const told = (ids: readonly string[]) =>
    rules.filter((rule) => ids.includes(rule.id)).map((rule) => `${rule.claim} = ${rule.value}`);
  return {
    role: mapped.role,
    duties: mapped.duties,
    departmentName: names.department(mapped.departmentId),
    by: told(mapped.by),
    waiting: told(mapped.waiting),
  };
};
