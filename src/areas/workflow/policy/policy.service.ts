import { cached } from "#server/db/cache.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import { approvalPolicy } from "../workflow.tables.ts";
import { policyFor, type DocumentFacts } from "./policy-choice.model.ts";
import { policyElsewhere } from "./policy-file.service.ts";
import { policyChecks, policyFacts } from "./policy-records.service.ts";
import { policyInput, type Policy } from "./policy.model.ts";

/** The agency's approval policies. Documents that are on their way hold their version's id. */
export const policies = defineDefinition({
  name: "approvalPolicy",
  what: "policy",
  table: approvalPolicy,
  body: policyInput,
  checks: policyChecks,
  facts: policyFacts,
  file: { schema: "levee.approval-policy", version: 1, elsewhere: policyElsewhere },
});
export const { draft: draftPolicy, publish: publishPolicy } = policies;

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
