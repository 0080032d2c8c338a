import type { Actor } from "#kernel/access.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import type { PublishCheck } from "#kernel/definition.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { rulesOn } from "#areas/governance/governance.public.ts";
import { acceptors, type Acceptor } from "./clause.labels.ts";
import { clauseInput, sameText, type Clause, type ClauseInput } from "./clause.model.ts";
import { clause } from "./clause.tables.ts";
import { shippedClauses } from "./shipped.data.ts";

const ranks = Object.keys(acceptors) as Acceptor[];

/** Whether each fallback is agreed to by the same duty as the one before it, or a higher one. */
const climbs = ({ fallbacks }: Pick<ClauseInput, "fallbacks">): boolean =>
  fallbacks.every(
    ({ by }, at) => at === 0 || ranks.indexOf(by) >= ranks.indexOf(fallbacks[at - 1]!.by),
  );

type Version = ClauseInput & { definitionId: string };

// A version that says what is in force already is no version.
const unchangedCheck = async (db: Db, c: Version): Promise<PublishCheck[]> => {
  const inForce = await db.maybe<{ versionNo: number } & ClauseInput>(sql`
    select version_no, name, kind, rule_key, citation, text, changeable, fallbacks
    from clause
    where org_id = ${db.scope.orgId} and definition_id = ${c.definitionId} and status = 'published'
  `);
  if (!inForce) return [];
  const { versionNo, ...held } = inForce;
  const [before, now] = [held, c].map((one) => canonicalJson(clauseInput.parse(one)));
  return [
    {
      sentence: `It says something else than version ${versionNo}, which is in force.`,
      ok: before !== now,
      path: "text",
    },
  ];
};

// What must hold before a clause is in force: contracts are checked against it from then on.
const checksOf = async (db: Db, c: Version): Promise<PublishCheck[]> => {
  const [rules, unchanged, other] = await Promise.all([
    listRules(db),
    unchangedCheck(db, c),
    c.ruleKey === null
      ? null
      : db.maybe<{ name: string }>(sql`
        select name
        from clause
        where org_id = ${db.scope.orgId}
          and rule_key = ${c.ruleKey}
          and status = 'published'
          and definition_id <> ${c.definitionId}
        limit 1
      `),
  ]);
  const asked = rulesOn(rules, businessDate(db.scope)).some((rule) => rule.key === c.ruleKey);
  const texts = [c.text, ...c.fallbacks.map((each) => each.text)];
  const apart = texts.every((text, at) => !texts.slice(0, at).some((one) => sameText(one, text)));
  return [
    ...unchanged,
    { sentence: "Write the text of the clause.", ok: c.text !== "", path: "text" },
    {
      sentence: "Each fallback says something else than the clause and the others.",
      ok: apart,
      path: "fallbacks",
    },
    {
      sentence:
        "A lower fallback is agreed to by the same duty or a higher one: buyer, contract manager, counsel.",
      ok: climbs(c),
      path: "fallbacks",
    },
    {
      sentence: "A clause that the other side may not change has no fallbacks.",
      ok: c.changeable || c.fallbacks.length === 0,
      path: "fallbacks",
    },
    ...(c.ruleKey === null
      ? []
      : [
          {
            sentence: `The rule ${c.ruleKey} is in force. Choose one that is, or none.`,
            ok: asked,
            path: "ruleKey",
          },
          {
            sentence: other
              ? `“${other.name}” meets this rule already. Retire it, or draft its next version.`
              : "No other clause meets this rule.",
            ok: !other,
            path: "ruleKey",
          },
        ]),
  ];
};

/** The agency's clauses. Contracts hold the id of the version that they began with. */
export const clauses = defineDefinition({
  name: "clause",
  what: "clause",
  table: clause,
  body: clauseInput,
  checks: checksOf,
  file: { schema: "levee.clause", version: 1 },
});

/** All versions, by kind and name, newest first. */
export const listClauses = (db: Db): Promise<Clause[]> =>
  db.rows<Clause>(sql`
    select
      id, definition_id, version_no, name, status, published_at, version, kind, rule_key, citation,
      text, changeable, fallbacks
    from clause
    where org_id = ${db.scope.orgId}
    order by kind, name, definition_id, version_no desc
    limit 1000
  `);

/** The rules of today that ask for a clause, which a clause can say that it meets. */
export const clauseRules = async (
  db: Db,
): Promise<{ key: string; title: string; citation: string }[]> =>
  rulesOn(await listRules(db), businessDate(db.scope))
    .filter((rule) => rule.key.startsWith("clause."))
    .map(({ key, citation, parameters }) => ({
      key,
      title: String(parameters.title ?? key),
      citation,
    }));

/**
 * Drafts a clause for each dated rule that is in force, has a text shipped for it, and no clause of
 * the agency yet. How many were drafted: 0 where nothing is to be done.
 */
export const draftShipped = async (tx: Tx, actor: Actor): Promise<{ drafted: number }> => {
  const [rules, there] = await Promise.all([
    listRules(tx),
    tx.rows<{ ruleKey: string }>(sql`
      select distinct rule_key
      from clause
      where org_id = ${tx.scope.orgId} and rule_key is not null and status <> 'retired'
    `),
  ]);
  const taken = new Set(there.map((each) => each.ruleKey));
  const held = rulesOn(rules, businessDate(tx.scope));
  let drafted = 0;
  for (const shipped of shippedClauses) {
    const rule = held.find((each) => each.key === shipped.ruleKey);
    if (!rule || taken.has(rule.key)) continue;
    await clauses.draft(
      tx,
      actor,
      clauseInput.parse({
        ...shipped,
        name: String(rule.parameters.title ?? rule.key),
        citation: rule.citation,
      }),
    );
    drafted++;
  }
  return { drafted };
};

/** Publishes every draft of the library: for the demo and tests, which begin with one. */
export const publishDrafts = async (tx: Tx, actor: Actor): Promise<void> => {
  const drafts = (await listClauses(tx)).filter((each) => each.status === "draft");
  for (const { id, version } of drafts) await clauses.publish(tx, actor, id, version);
};
