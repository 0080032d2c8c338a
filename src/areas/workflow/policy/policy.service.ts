import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { audit } from "#server/audit/audit.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { cached } from "#server/db/cache.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { approvalPolicy } from "../workflow.tables.ts";
import { policyFor, type DocumentFacts } from "./policy-choice.model.ts";
import type { Policy, PolicyInput } from "./policy.model.ts";

const written = (
  tx: Tx,
  actor: Actor,
  action: string,
  before: object | null,
  after: { id: string; name: string },
) =>
  audit(tx, actor, {
    action: `approvalPolicy.${action}`,
    objectType: "approvalPolicy",
    objectId: after.id,
    objectNumber: after.name,
    before,
    after,
  });

/**
 * Drafts a policy, as a new definition or as the next version of `definitionId`. Published versions
 * never change.
 */
export const draftPolicy = async (
  tx: Tx,
  actor: Actor,
  input: PolicyInput,
  definitionId: string | null = null,
) => {
  const last = definitionId
    ? await tx.one<{ n: number }>(sql`
      select coalesce(max(version_no), 0)::int as n
      from approval_policy
      where org_id = ${actor.orgId} and definition_id = ${definitionId}
    `)
    : { n: 0 };
  if (definitionId && last.n === 0)
    throw conflict("no_such_policy", "This policy no longer exists.");
  const row = await insertRow(tx, approvalPolicy, {
    ...input,
    orgId: actor.orgId!,
    id: newId(),
    definitionId: definitionId ?? newId(),
    versionNo: last.n + 1,
  });
  written(tx, actor, "draft", null, row);
  return row;
};

/** Changes a draft; a published version answers 409: draft its next version instead. */
export const changeDraft = async (
  tx: Tx,
  actor: Actor,
  id: string,
  patch: Partial<PolicyInput>,
  version: number | null,
) => {
  const before = await lockRow(tx, approvalPolicy, id, "policy");
  requireVersion(before.version, version);
  if (before.status !== "draft")
    throw conflict("published", "A published policy does not change. Draft its next version.");
  const after = await updateRow(tx, approvalPolicy, id, patch);
  written(tx, actor, "change", before, after);
  return after;
};

/**
 * Publishes a draft and retires the version before it. Documents already on their way stay with the
 * version they started on.
 */
export const publishPolicy = async (tx: Tx, actor: Actor, id: string, version: number | null) => {
  const before = await lockRow(tx, approvalPolicy, id, "policy");
  requireVersion(before.version, version);
  if (before.status !== "draft") throw conflict("not_a_draft", "Only a draft can be published.");
  await tx.rows(sql`
    update approval_policy
    set status = 'retired', version = version + 1
    where org_id = ${actor.orgId}
      and definition_id = ${before.definitionId}
      and status = 'published'
  `);
  const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
  const after = await updateRow(tx, approvalPolicy, id, {
    status: "published",
    publishedAt: at,
    publishedBy: actor.personId,
  });
  written(tx, actor, "publish", before, after);
  return after;
};

/** Takes a policy out of use; documents on their way go on with it. */
export const retirePolicy = async (tx: Tx, actor: Actor, id: string, version: number | null) => {
  const before = await lockRow(tx, approvalPolicy, id, "policy");
  requireVersion(before.version, version);
  if (before.status === "retired") throw conflict("retired", "This policy is retired already.");
  const after = await updateRow(tx, approvalPolicy, id, { status: "retired" });
  written(tx, actor, "retire", before, after);
  return after;
};

/** All versions, newest first. */
export const listPolicies = (db: Db): Promise<Policy[]> =>
  db.rows<Policy>(sql`
    select *
    from approval_policy
    where org_id = ${db.scope.orgId}
    order by document_type, status = 'retired', priority, version_no desc
    limit 500
  `);

/** The names of the people whom these policies name, members or not any more. */
export const peopleNamed = (
  db: Db,
  policies: readonly Policy[],
): Promise<{ id: string; name: string }[]> => {
  const ids = policies
    .flatMap((p) => p.steps)
    .flatMap((step) => [...step.approvers, step.escalateTo])
    .flatMap((rule) => (rule?.kind === "person" ? [rule.personId] : []));
  return ids.length
    ? db.rows<{ id: string; name: string }>(sql`
      select p.id, p.display_name as name
      from person p
      join organization_member m on m.person_id = p.id
      where m.org_id = ${db.scope.orgId} and p.id = any(${[...new Set(ids)]}::uuid[])
      order by 2, 1
    `)
    : Promise.resolve([]);
};

/**
 * The published policies for a type of document; `policyFor` chooses among them. Kept between
 * transactions.
 */
export const publishedPolicies = cached({
  name: "published policies",
  from: ["approval_policy"],
  read: (db: Db, documentType): Promise<readonly Policy[]> =>
    db.rows<Policy>(sql`
      select *
      from approval_policy
      where org_id = ${db.scope.orgId} and document_type = ${documentType} and status = 'published'
    `),
});

/** The published policy that decides a document with these facts, or null. */
export const routeOf = async (
  db: Db,
  documentType: string,
  facts: DocumentFacts,
): Promise<Policy | null> => policyFor(await publishedPolicies(db, documentType), facts);
