import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Rule, WageDemand } from "#areas/governance/governance.public.ts";
import { wagesOfAwardNamed } from "#areas/budget/budget.server.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { chooseClauses } from "#areas/sourcing/sourcing.server.ts";
import type { ContractClause, LackingContract, RequiredClause } from "./clause.model.ts";

/** What of a contract decides which clauses it needs; `ceiling` in cents. */
export type ClauseSubject = {
  id: string;
  kind: string;
  ceiling: number;
  federalAward: string;
  insuranceRequired: boolean;
};

/**
 * The clauses of a contract as they stand: its own, and those of its amendments that are applied.
 * With `amendmentId` also those that this amendment would bring.
 */
export const clausesOf = (
  db: Db,
  contractId: string,
  amendmentId: string | null = null,
): Promise<ContractClause[]> =>
  db.rows<ContractClause>(sql`
    select
      c.id, c.definition_id, c.clause_id, c.position, v.name, v.kind, v.rule_key, v.citation,
      v.version_no, v.changeable, c.text, c.source, c.fallback_rank, v.fallbacks, c.amendment_id
    from contract_clause c
    join clause v on v.org_id = c.org_id and v.id = c.clause_id
    left join contract_amendment a on a.org_id = c.org_id and a.id = c.amendment_id
    where c.org_id = ${db.scope.orgId}
      and c.contract_id = ${contractId}
      and (c.amendment_id is null or a.status = 'applied' or c.amendment_id = ${amendmentId}::uuid)
    order by c.position, c.id
  `);

type Shelf = {
  rules: readonly Rule[];
  inForce: readonly { id: string; ruleKey: string }[];
  /** Whether the award of a contract demands prevailing wages, by what the contract calls it. */
  wages: ReadonlyMap<string, WageDemand>;
};

const wagesOf = async (db: Db, contracts: readonly ClauseSubject[]) => {
  const awards = [...new Set(contracts.map(({ federalAward }) => federalAward))];
  return new Map(
    await Promise.all(
      awards.map(async (each) => [each, await wagesOfAwardNamed(db, each)] as const),
    ),
  );
};

/** The rules, which version in force of the library meets which, and what the awards demand. */
const shelfOf = async (db: Db, contracts: readonly ClauseSubject[]): Promise<Shelf> => {
  const [wages, rules, inForce] = await Promise.all([
    wagesOf(db, contracts),
    listRules(db),
    db.rows<Shelf["inForce"][number]>(sql`
      select id, rule_key
      from clause
      where org_id = ${db.scope.orgId} and status = 'published' and rule_key is not null
    `),
  ]);
  return { rules, inForce, wages };
};

/** What rules of a day ask of a contract of this amount; `there`: keys of the rules that are met. */
const required = (
  { rules, inForce, wages }: Shelf,
  c: ClauseSubject,
  there: ReadonlySet<string | null>,
  day: string,
): RequiredClause[] =>
  chooseClauses(
    rules,
    {
      kind: "contract",
      federal: c.federalAward !== "",
      construction: c.kind === "construction",
      insuranceRequired: c.insuranceRequired,
      estimateCents: c.ceiling,
      wages: wages.get(c.federalAward)!,
    },
    day,
  ).map(({ ruleKey, title, citation, because, verified }) => ({
    ruleKey,
    title,
    citation,
    because,
    verified,
    met: there.has(ruleKey),
    clauseId: inForce.find((each) => each.ruleKey === ruleKey)?.id ?? null,
  }));

const keysOf = (clauses: readonly Pick<ContractClause, "ruleKey">[]) =>
  new Set(clauses.map((each) => each.ruleKey));

/**
 * What the rules of today (2 CFR part 200, appendix II, and the agency's own) ask of a contract, each
 * with whether it is there.
 */
export const requiredClauses = async (db: Db, c: ClauseSubject): Promise<RequiredClause[]> => {
  const [shelf, there] = await Promise.all([shelfOf(db, [c]), clausesOf(db, c.id)]);
  return required(shelf, c, keysOf(there), businessDate(db.scope));
};

/** What is to be done about each clause that is missing, with its citation. */
export const lackingWords = (required: readonly RequiredClause[]): string[] =>
  required
    .filter((each) => !each.met)
    .map(({ title, because, citation }) => `Add the clause “${title}” (${because}). ${citation}`);

/** The round that is with the vendor or waits for decisions; null where none is. */
export const openRound = (
  db: Db,
  contractId: string,
): Promise<{ id: string; roundNo: number; status: string } | null> =>
  db.maybe(sql`
    select id, round_no, status
    from negotiation_round
    where org_id = ${db.scope.orgId}
      and contract_id = ${contractId}
      and status in ('sent', 'answered')
  `);

/** Why a contract's clauses hold it back: what is missing, and a round that is still open. */
export const clauseObstacles = async (db: Db, c: ClauseSubject): Promise<string[]> => {
  const [asked, open] = await Promise.all([requiredClauses(db, c), openRound(db, c.id)]);
  return [
    ...lackingWords(asked),
    ...(open
      ? [
          open.status === "sent"
            ? `Round ${open.roundNo} waits for the vendor. Wait for its answer, or withdraw the round.`
            : `Decide every answer of round ${open.roundNo}.`,
        ]
      : []),
  ];
};

/**
 * Where an amendment takes the contract over a threshold, so that rules ask for more than before,
 * they ask for all of it again: what they ask then. Nothing where it crosses none.
 */
export const amendmentClauses = async (
  db: Db,
  c: ClauseSubject,
  amendment: { id: string; ceilingChange: number },
): Promise<RequiredClause[]> => {
  const [shelf, there] = await Promise.all([shelfOf(db, [c]), clausesOf(db, c.id, amendment.id)]);
  const on = (ceiling: number) =>
    required(shelf, { ...c, ceiling }, keysOf(there), businessDate(db.scope));
  const before = new Set(on(c.ceiling).map((each) => each.ruleKey));
  const after = on(c.ceiling + amendment.ceilingChange);
  return after.some((each) => !before.has(each.ruleKey)) ? after : [];
};

type Open = ClauseSubject & { number: string; title: string; status: string; keys: string[] };

/** Contracts that are not signed yet and lack a clause, with what each lacks; of the newest 500. */
export const contractsThatLack = async (db: Db): Promise<LackingContract[]> => {
  const open = await db.rows<Open>(sql`
    select
      c.id, c.number, c.title, c.status, c.kind, c.ceiling, c.federal_award, c.insurance_required,
      array(
        select v.rule_key
        from contract_clause k
        join clause v on v.org_id = k.org_id and v.id = k.clause_id
        where k.org_id = c.org_id and k.contract_id = c.id and v.rule_key is not null
      ) as keys
    from contract c
    where c.org_id = ${db.scope.orgId}
      and c.status in (
        'requested', 'drafting', 'negotiation', 'legal_review', 'in_approval', 'approved',
        'out_for_signature'
      )
    order by c.number desc
    limit 500
  `);
  const shelf = await shelfOf(db, open);
  const today = businessDate(db.scope);
  return open
    .map((c) => ({
      id: c.id,
      number: c.number,
      title: c.title,
      status: c.status,
      missing: required(shelf, c, new Set(c.keys), today)
        .filter((each) => !each.met)
        .map(({ title, citation }) => ({ title, citation })),
    }))
    .filter((each) => each.missing.length > 0);
};
