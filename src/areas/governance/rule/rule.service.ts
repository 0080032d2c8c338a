import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { cached } from "#server/db/cache.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { allShippedRules } from "./shipped.ts";
import { laterValueFault, ruleFault, type Rule, type RuleInput } from "./rule.model.ts";

const every = "*";
// Key: the rules' keys with commas between them, or `every`.
const keptRules = cached({
  name: "legal rules",
  from: ["legal_rule"],
  read: (db: Db, key): Promise<readonly Rule[]> => {
    const keys = key === every ? null : key.split(",");
    return db.rows<Rule>(sql`
      select
        id, key, jurisdiction, citation, text, effective_from, effective_to, parameters, source,
        verified, agency_entry, version
      from legal_rule
      where org_id = ${db.scope.orgId} and (${keys}::text[] is null or key = any(${keys}::text[]))
      order by key, effective_from, jurisdiction
    `);
  },
});

/**
 * The agency's rules: the shipped federal ones and its own state and local ones, by key and date;
 * only those of some `keys` where they are given. Kept between transactions.
 */
export const listRules = (
  db: Db,
  keys: readonly string[] | null = null,
): Promise<readonly Rule[]> => keptRules(db, keys?.join(",") ?? every);

/** The rules of a key as Levee ships them, for an agency that has not got them yet. */
const shippedOfKey = (key: string): Rule[] =>
  allShippedRules()
    .filter((r) => r.key === key)
    .map(({ label: _label, ...r }) => ({
      ...r,
      id: `${r.key} ${r.effectiveFrom}`,
      jurisdiction: "federal",
      version: 1,
    }));

/** The rules of some keys; as shipped too where the agency began before Levee had them. */
export const rulesOfKeys = async (db: Db, keys: readonly string[]): Promise<readonly Rule[]> => {
  const rules = await listRules(db, keys);
  const whole = (key: string) =>
    rules.some((rule) => rule.key === key && rule.jurisdiction === "federal" && !rule.agencyEntry);
  const lacking = keys.filter((key) => !whole(key));
  return lacking.length === 0 ? rules : [...lacking.flatMap(shippedOfKey), ...rules];
};

/** The rules of a key; as shipped too where the agency began before Levee had them. */
export const rulesOfKey = (db: Db, key: string): Promise<readonly Rule[]> => rulesOfKeys(db, [key]);

/**
 * Gives an agency the federal rules; adds only what it lacks, so that it may run again after an
 * update.
 */
export const ensureFederalRules = async (tx: Tx): Promise<void> => {
  for (const r of allShippedRules())
    await tx.rows(sql`
      insert into legal_rule (
        org_id, id, key, jurisdiction, citation, text, effective_from, effective_to, parameters,
        source, verified
      )
      select
        ${tx.scope.orgId}::uuid, ${newId()}::uuid, ${r.key}, 'federal', ${r.citation}, ${r.text},
        ${r.effectiveFrom}::date, ${r.effectiveTo}::date, ${JSON.stringify(r.parameters)}::jsonb,
        ${r.source}, ${r.verified}
      where not exists (
        select 1
        from legal_rule
        where org_id = ${tx.scope.orgId}
          and key = ${r.key}
          and jurisdiction = 'federal'
          and not agency_entry
          and effective_from = ${r.effectiveFrom}::date
      )
    `);
};

/**
 * Adds a state or local rule; the strictest value wins wherever a threshold or a number is asked. A
 * federal one is a later value of a shipped rule: it takes its place from its first day on.
 * @throws Problem 422 with the path for a rule that no part reads, or a value that it cannot have.
 */
export const addRule = async (tx: Tx, actor: Actor, input: RuleInput): Promise<Rule> => {
  const federal = input.jurisdiction === "federal";
  const shipped = allShippedRules();
  const fault = ruleFault(input, shipped) ?? (federal ? laterValueFault(input, shipped) : null);
  if (fault) throw invalidField(fault.path, fault.message);
  const row = await tx.one<Rule>(sql`
    insert into legal_rule (
      org_id, id, key, jurisdiction, citation, text, effective_from, effective_to, parameters,
      source, verified, agency_entry
    )
    values (
      ${actor.orgId}, ${newId()}, ${input.key}, ${input.jurisdiction}, ${input.citation},
      ${input.text}, ${input.effectiveFrom}, ${input.effectiveTo},
      ${JSON.stringify(input.parameters)}, ${input.source}, ${input.verified}, ${federal}
    )
    returning
      id, key, jurisdiction, citation, text, effective_from, effective_to, parameters, source,
      verified, agency_entry, version
  `);
  note(tx, actor, "legalRule", row.id, { number: row.key, action: "add", after: row, event: null });
  return row;
};

/**
 * Ends one of the agency's own rules: from `effectiveTo` on, today at the earliest, it no longer
 * holds; one that has not begun and would end by its
 * first day is taken away, for it never held. What held stays as it was. 409 for a shipped rule or
 * one that is over, 412 for a stale version, 422 for the day.
 */
export const endRule = async (
  tx: Tx,
  actor: Actor,
  id: string,
  effectiveTo: string,
  reason: string,
  version: number | null,
): Promise<void> => {
  const before = await tx.maybe<Rule>(sql`
    select
      id, key, jurisdiction, citation, text, effective_from, effective_to, parameters, source,
      verified, agency_entry, version
    from legal_rule
    where org_id = ${actor.orgId} and id = ${id}
    for update
  `);
  if (!before) throw notFound("rule");
  requireVersion(before.version, version);
  const today = businessDate(tx.scope);
  if (before.jurisdiction === "federal" && !before.agencyEntry)
    throw conflict(
      "shipped_rule",
      "This rule comes with Levee and cannot be ended. Add a state or local rule beside it: the strictest holds. What federal law says later is entered as a federal value with its source.",
    );
  if (before.effectiveTo !== null && before.effectiveTo <= today)
    throw conflict("over", `This rule ended on ${formatDate(before.effectiveTo)}.`);
  if (effectiveTo < today)
    throw invalidField(
      "effectiveTo",
      "What held until today stays as it was. Choose today or a later day.",
    );
  const never = effectiveTo <= before.effectiveFrom;
  if (never)
    await tx.rows(sql`delete from legal_rule where org_id = ${actor.orgId} and id = ${id}`);
  else
    await tx.rows(sql`
      update legal_rule
      set effective_to = ${effectiveTo}, version = version + 1, updated_at = clock_timestamp()
      where org_id = ${actor.orgId} and id = ${id}
    `);
  note(tx, actor, "legalRule", id, {
    number: before.key,
    action: never ? "withdraw" : "end",
    before,
    after: never ? null : { ...before, effectiveTo },
    note: reason,
    event: null,
  });
};
