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
  listDepartments,
  namedRules,
  requireApart,
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

/** Rules of a provider as they are shown. @throws Problem 404. */
export const listMappings = async (
  db: Db,
  actor: Actor,
  providerId: string,
): Promise<MappingRow[]> => {
  await getRow(db, signInProvider, providerId, "sign-in provider");
  const rules = (await rulesOf(db, providerId)).filter((rule) => rule.status !== "removed");
  return (await namedRules(db, actor, rules)).map(({ rule: { claim, value }, row }) => ({
    ...row,
    providerId,
    claim,
    value,
  }));
};

const noteMapping = async (
  tx: Tx,
  actor: Actor,
  action: string,
  before: Mapping | null,
  after: Mapping,
): Promise<void> => {
  const number = `${after.claim} = ${after.value}`;
  note(tx, actor, "signInMapping", after.id, { number, action, before, after });
  await noteEvent(tx, {
    kind: "mapping",
    good: true,
    providerId: after.providerId,
    personId: actor.personId,
    who: number,
    told: { create: "Written.", confirm: "Confirmed.", decline: "Declined." }[action] ?? "Removed.",
  });
};

/**
 * Writes a rule. What gives money, award or bid powers, or those over people, waits until another
 * administrator confirms it. @throws Problem 404, 409 `too_many_rules`, 422 `joins_set`.
 */
export const addMapping = async (
  tx: Tx,
  actor: Actor,
  providerId: string,
  input: MappingInput,
): Promise<{ id: string; version: number; status: string }> => {
  const provider = await lockRow(tx, signInProvider, providerId, "sign-in provider");
  requireApart(input);
  if (input.departmentId) await departmentById(tx, input.departmentId);
  const rules = (await rulesOf(tx, providerId)).filter((rule) => rule.status !== "removed");
  if (rules.length >= mostRules)
    throw conflict("too_many_rules", `A provider has ${mostRules} rules at most.`);
  const row = await insertRow(tx, signInMapping, {
    ...input,
    orgId: tx.scope.orgId!,
    id: newId(),
    providerId,
    status: firstStatusOf(input),
    askedBy: actor.personId!,
  });
  await noteMapping(tx, actor, "create", null, row);
  if (row.status === "waiting")
    await askToConfirm(tx, actor, {
      kind: "signOn.mapping",
      body: `${input.claim} = ${input.value} at ${provider.name}.`,
      link: `/sso-management/providers/${providerId}?tab=mapping`,
    });
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
  const after = await updateRow(
    tx,
    signInMapping,
    id,
    await decisionOn(tx, actor, before, decision),
  );
  await noteMapping(tx, actor, decision, before, after);
  return { id, version: after.version };
};

/** Takes a rule away; what it gave goes at everybody's next sign-in. @throws Problem 404. */
export const removeMapping = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const before = await lockRow(tx, signInMapping, id, "mapping");
  if (before.status === "removed") return { id };
  const after = await updateRow(tx, signInMapping, id, { status: "removed" });
  await noteMapping(tx, actor, "remove", before, after);
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
  const departments = await listDepartments(db);
  const told = (ids: readonly string[]) =>
    rules.filter((rule) => ids.includes(rule.id)).map((rule) => `${rule.claim} = ${rule.value}`);
  return {
    role: mapped.role,
    duties: mapped.duties,
    departmentName: departments.find((one) => one.id === mapped.departmentId)?.name ?? null,
    by: told(mapped.by),
    waiting: told(mapped.waiting),
  };
};
