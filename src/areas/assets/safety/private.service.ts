import type { Actor } from "#kernel/access.ts";
import { dateIn, formatDate } from "#kernel/dates.ts";
import { invalidField } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { seal, unseal } from "#server/auth/sealing.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import {
  sealedFacts,
  type FactsInput,
  type PrivateAnswer,
  type PrivateFacts,
} from "./safety.model.ts";
import type { PrivacyKind } from "./privacy.data.ts";
import { safetyCase, safetyPrivate } from "./safety.tables.ts";

const purpose = "safety-private";
const owner = (orgId: string, id: string) => `${orgId}:${id}:safety`;

/** Nothing known yet. */
export const noFacts: PrivateFacts = sealedFacts.parse({});

export const sealFacts = (orgId: string, id: string, facts: PrivateFacts): string =>
  seal(purpose, owner(orgId, id), JSON.stringify(facts));

type SpanWords = { clinician: string; words: string };
const spanOwner = (orgId: string, id: string) => `${orgId}:${id}:safety-span`;

/** Who said of a span of days that they are needed, and in which words. */
export const sealSpan = (orgId: string, id: string, said: SpanWords): string =>
  seal(purpose, spanOwner(orgId, id), JSON.stringify(said));

const wordsOf = async (db: Db, caseId: string): Promise<PrivateAnswer["words"]> => {
  const rows = await db.rows<{ id: string; sealed: string }>(sql`
    select id, sealed
    from safety_span
    where org_id = ${db.scope.orgId} and case_id = ${caseId} and sealed is not null
    order by from_day, id
  `);
  return rows.map(({ id, sealed }) => ({
    spanId: id,
    ...(JSON.parse(unseal(purpose, spanOwner(db.scope.orgId!, id), sealed)) as SpanWords),
  }));
};

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
        ...sealedFacts.parse(JSON.parse(unseal(purpose, owner(db.scope.orgId!, id), sealed))),
        version,
      },
    ]),
  );
};

/** Names and medical facts of a case: each reading stands in the record. 404. */
export const readPrivate = async (tx: Tx, actor: Actor, id: string): Promise<PrivateAnswer> => {
  const row = await getRow(tx, safetyCase, id, "safety case");
  note(tx, actor, "safetyCase", row, { action: "readPrivate", event: null });
  const [facts, words] = await Promise.all([factsOf(tx, [id]), wordsOf(tx, id)]);
  return { ...(facts.get(id) ?? { ...noFacts, version: 0 }), words };
};

/** Keeps why the name stays off the log, or that it does not. */
export const sealPrivacy = async (
  tx: Tx,
  { orgId, id }: { orgId: string; id: string },
  privacyKind: PrivacyKind | null,
): Promise<void> => {
  const before = (await factsOf(tx, [id])).get(id);
  if ((before?.privacyKind ?? null) === privacyKind) return;
  const { version: _version, ...facts } = before ?? { ...noFacts, version: 0 };
  const sealed = sealFacts(orgId, id, { ...facts, privacyKind });
  if (before) await updateRow(tx, safetyPrivate, id, { sealed });
  else await insertRow(tx, safetyPrivate, { orgId, id, sealed });
};

// Born and hired before it happened, dead not before: anything else is a slip of the keys.
const requireDays = (facts: FactsInput, happenedOn: Day): void => {
  const { dateOfBirth, dateOfHire, dateOfDeath } = facts;
  const on = formatDate(happenedOn);
  if (dateOfBirth && dateOfBirth >= happenedOn)
    throw invalidField("dateOfBirth", `It happened on ${on}: enter a day of birth before it.`);
  if (dateOfHire && dateOfHire > happenedOn)
    throw invalidField("dateOfHire", `It happened on ${on}: the person was hired by then.`);
  if (dateOfHire && dateOfBirth && dateOfHire <= dateOfBirth)
    throw invalidField("dateOfHire", "The person was hired before being born.");
  if (dateOfDeath && dateOfDeath < happenedOn)
    throw invalidField("dateOfDeath", `It happened on ${on}: the death cannot be before it.`);
};

/** Writes them; the record says which fields changed, never what they hold. */
export const savePrivate = async (
  tx: Tx,
  actor: Actor,
  id: string,
  facts: FactsInput,
  version: number | null,
): Promise<{ id: string; version: number }> => {
  const row = await getRow(tx, safetyCase, id, "safety case");
  const before = (await factsOf(tx, [id])).get(id);
  if (before) requireVersion(before.version, version);
  requireDays(facts, dateIn(row.happenedAt, tx.scope.timeZone ?? "UTC"));
  // The classification says why the name stays off the log, not this form.
  const privacyKind = before?.privacyKind ?? null;
  const sealed = sealFacts(row.orgId, id, { ...facts, privacyKind });
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
