import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import { postingRules } from "../books.tables.ts";
import { ownAccount, postingEvents } from "./rules.labels.ts";
import { rulesChecks, rulesInput, type RuleLine, type RulesRow } from "./rules.model.ts";

const codesInUse = async (db: Db): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.rows<{ code: string }>(sql`
        select code
        from gl_account
        where org_id = ${db.scope.orgId} and kind = 'account' and active
      `)
    ).map(({ code }) => code),
  );

const accountSaid = (code: string) => (code === ownAccount ? "its own account" : code);

/** How what happens in the records becomes entries of the general ledger. */
export const postingRuleSets = defineDefinition({
  name: "postingRules",
  what: "posting rules",
  table: postingRules,
  body: rulesInput,
  checks: async (db, { rules }) => rulesChecks(rules, await codesInUse(db)),
  facts: async (_db, versions) =>
    versions.map(({ rules }) =>
      rules.map((l, at) => [
        `${l.event}.${at}`,
        `${postingEvents[l.event].label}: ${l.side} ${accountSaid(l.account)}, ${l.measure}`,
      ]),
    ),
  file: { schema: "levee.posting-rules", version: 1 },
});

/** The posting rules in force; null where none are published. */
export const rulesInForce = (db: Db): Promise<{ id: string; rules: RuleLine[] } | null> =>
  db.maybe(sql`
    select id, rules
    from posting_rules
    where org_id = ${db.scope.orgId} and status = 'published'
    order by published_at desc
    limit 1
  `);

/** Posting rules in all versions, the newest first. */
export const listRules = (db: Db): Promise<RulesRow[]> =>
  db.rows<RulesRow>(sql`
    select id, definition_id, version_no, name, status, published_at, version, rules
    from posting_rules
    where org_id = ${db.scope.orgId}
    order by version_no desc
    limit 200
  `);
