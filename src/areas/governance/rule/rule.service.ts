import type { Actor } from "../../../kernel/access.ts";
import { newId } from "../../../kernel/ids.ts";
import { audit } from "../../../server/audit/audit.ts";
import type { Db, Tx } from "../../../server/db/db.ts";
import { keep } from "../../../server/db/kept.ts";
import { sql } from "../../../server/db/sql.ts";
import { federalRules } from "./federal-rules.data.ts";
import type { Rule, RuleInput } from "./rule.model.ts";

const every = "*";
// Key: the rules' keys with commas between them, or `every`.
const keptRules = keep({
  name: "legal rules", from: ["legal_rule"],
  read: (db: Db, key): Promise<readonly Rule[]> => {
    const keys = key === every ? null : key.split(",");
    return db.rows<Rule>(sql`select id, key, jurisdiction, citation, text, effective_from, effective_to, parameters, source, verified, version from legal_rule where org_id = ${db.scope.orgId} and (${keys}::text[] is null or key = any(${keys}::text[])) order by key, effective_from, jurisdiction`);
  },
});

/** The agency's rules: the shipped federal ones and its own state and local ones, by key and date; only those of some `keys` where they are given. Kept between transactions. */
export const listRules = (db: Db, keys: readonly string[] | null = null): Promise<readonly Rule[]> => keptRules(db, keys?.join(",") ?? every);

/** Gives an agency the federal rules; adds only what it lacks, so that it may run again after an update. */
export const ensureFederalRules = async (tx: Tx): Promise<void> => {
  for (const r of federalRules)
    await tx.rows(sql`insert into legal_rule (org_id, id, key, jurisdiction, citation, text, effective_from, effective_to, parameters, source, verified)
      select ${tx.scope.orgId}::uuid, ${newId()}::uuid, ${r.key}, 'federal', ${r.citation}, ${r.text}, ${r.effectiveFrom}::date, ${r.effectiveTo}::date, ${JSON.stringify(r.parameters)}::jsonb, ${r.source}, ${r.verified}
      where not exists (select 1 from legal_rule where org_id = ${tx.scope.orgId} and key = ${r.key} and jurisdiction = 'federal' and effective_from = ${r.effectiveFrom}::date)`);
};

/** Adds a state or local rule; the strictest value wins wherever a threshold is asked. */
export const addRule = async (tx: Tx, actor: Actor, input: RuleInput): Promise<Rule> => {
  const row = await tx.one<Rule>(sql`insert into legal_rule (org_id, id, key, jurisdiction, citation, text, effective_from, effective_to, parameters, source, verified)
    values (${actor.orgId}, ${newId()}, ${input.key}, ${input.jurisdiction}, ${input.citation}, ${input.text}, ${input.effectiveFrom}, ${input.effectiveTo}, ${JSON.stringify(input.parameters)}, ${input.source}, ${input.verified})
    returning id, key, jurisdiction, citation, text, effective_from, effective_to, parameters, source, verified, version`);
  audit(tx, actor, { action: "legalRule.add", objectType: "legalRule", objectId: row.id, objectNumber: row.key, before: null, after: row });
  return row;
};
