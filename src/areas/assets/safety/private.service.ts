import type { Actor } from "#kernel/access.ts";
import { seal, unseal } from "#server/auth/sealing.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { privateFacts, type PrivateFacts } from "./safety.model.ts";
import { safetyCase, safetyPrivate } from "./safety.tables.ts";

const purpose = "safety-private";
const owner = (orgId: string, id: string) => `${orgId}:${id}:safety`;

/** Nothing known yet. */
export const noFacts: PrivateFacts = privateFacts.parse({});

export const sealFacts = (orgId: string, id: string, facts: PrivateFacts): string =>
  seal(purpose, owner(orgId, id), JSON.stringify(facts));

/** What is private of these cases, by id. Whoever calls it has asked for the right and says so in the record. */
export const factsOf = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PrivateFacts & { version: number }>> => {
  const rows = await db.rows<{ id: string; sealed: string; version: number }>(sql`
    select id, sealed, version
    from safety_private
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
  `);
  return new Map(
    rows.map(({ id, sealed, version }) => [
      id,
      {
        ...privateFacts.parse(JSON.parse(unseal(purpose, owner(db.scope.orgId!, id), sealed))),
        version,
      },
    ]),
  );
};

/** Names and medical facts of a case: each reading stands in the record. 404. */
export const readPrivate = async (
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<PrivateFacts & { version: number }> => {
  const row = await getRow(tx, safetyCase, id, "safety case");
  note(tx, actor, "safetyCase", row, { action: "readPrivate", event: null });
  return (await factsOf(tx, [id])).get(id) ?? { ...noFacts, version: 0 };
};

/** Writes them; the record says which fields changed, never what they hold. */
export const savePrivate = async (
  tx: Tx,
  actor: Actor,
  id: string,
  facts: PrivateFacts,
  version: number | null,
): Promise<{ id: string; version: number }> => {
  const row = await getRow(tx, safetyCase, id, "safety case");
  const before = (await factsOf(tx, [id])).get(id);
  if (before) requireVersion(before.version, version);
  const sealed = sealFacts(row.orgId, id, facts);
  const stored = before
    ? await updateRow(tx, safetyPrivate, id, { sealed })
    : await insertRow(tx, safetyPrivate, { orgId: row.orgId, id, sealed });
  const known: Readonly<Record<string, unknown>> = before ?? noFacts;
  const changed = Object.entries(facts).flatMap(([key, value]) =>
    known[key] === value ? [] : [key],
  );
  note(tx, actor, "safetyCase", row, {
    action: "editPrivate",
    note: `Changed: ${changed.join(", ") || "nothing"}`,
  });
  return { id, version: stored.version };
};
