import type { Instant, Day } from "#kernel/time.ts";
import {
  rulesOn,
  strictestThreshold,
  type Rule,
  type WageDemand,
} from "#areas/governance/governance.public.ts";
import { listRules, rulesOfKeys } from "#areas/governance/governance.server.ts";
import { businessDate, dayIn } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Kind } from "../solicitation/solicitation.labels.ts";
import { wagesOfSolicitations } from "../solicitation/wages.service.ts";
import { awardsOf } from "./awarded.ts";
import type { AmountFacts, AskedFacts } from "./solicitation-checks.model.ts";

type Stored = {
  id: string;
  number: string;
  kind: Kind;
  status: string;
  federal: boolean;
  construction: boolean;
  insuranceRequired: boolean;
  invitedOnly: boolean;
  estimateCents: number | null;
  estimateOn: Day | null;
  bidBondPercent: string | null;
  performanceBondPercent: string | null;
  paymentBondPercent: string | null;
  dueAt: Instant | null;
  publishedAt: Instant | null;
  closedAt: Instant | null;
  openedAt: Instant | null;
  clauses: { ruleKey: string; leftOut: string | null }[];
  outreach: Day[];
};

const storedOf = (db: Db, ids: readonly string[]): Promise<Stored[]> =>
  db.rows<Stored>(sql`
    select
      s.id, s.number, s.kind, s.status, s.federal, s.construction, s.insurance_required,
      s.invited_only, s.estimate_cents, s.estimate_on, s.bid_bond_percent,
      s.performance_bond_percent, s.payment_bond_percent, s.due_at, s.published_at, s.closed_at,
      s.opened_at,
      coalesce(
        (
          select jsonb_agg(jsonb_build_object('ruleKey', c.rule_key, 'leftOut', c.left_out))
          from solicitation_clause c
          where c.org_id = s.org_id and c.solicitation_id = s.id
        ),
        '[]'
      ) as clauses,
      coalesce(
        (
          select jsonb_agg(o.done_on order by o.done_on)
          from solicitation_outreach o
          where o.org_id = s.org_id and o.solicitation_id = s.id
        ),
        '[]'
      ) as outreach
    from solicitation s
    where s.org_id = ${db.scope.orgId} and s.id = any(${[...ids]}::uuid[])
  `);

/** A solicitation as its controls read it, with the law of every day that holds it. */
export type ReadSolicitation = {
  s: Stored;
  base: AskedFacts;
  /** The larger of estimate and award in cents; null where neither is on record. */
  amount: number | null;
  due: Day | null;
  opened: Day | null;
  today: Day;
  rules: readonly Rule[];
  /** Whether prevailing wages are demanded of its work. */
  wages: WageDemand;
};

const keys = [
  "solicitationNotice",
  "sealedBid",
  "proposal",
  "noncompetitive",
  "costPriceAnalysis",
  "simplifiedAcquisition",
  "constructionBonds",
  "contractProvisions",
  "affirmativeSteps",
  "exclusionScreening",
  "evaluatorInterests",
  "insurancePolicy",
];

// Those that the checks name, and every clause.
const rulesOf = async (db: Db): Promise<readonly Rule[]> => {
  const [named, all] = await Promise.all([rulesOfKeys(db, keys), listRules(db)]);
  return [...named, ...all.filter(({ key }) => key.startsWith("clause."))];
};

const endedStatuses: ReadonlySet<string> = new Set(["cancelled", "no_award", "unsuccessful"]);

/** Solicitations by id with what the controls of sourcing read of them: some statements for a batch. */
export const readSolicitations = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadSolicitation[]> => {
  const [stored, awards, rules] = await Promise.all([
    storedOf(db, ids),
    awardsOf(db, ids),
    rulesOf(db),
  ]);
  const wages = await wagesOfSolicitations(db, stored);
  const dayOf = (at: Instant | null): Day | null => at && dayIn(db.scope, at);
  return stored.map((s) => {
    const sums = [s.estimateCents, awards.get(s.id)?.cents ?? null].filter((n) => n !== null);
    return {
      s,
      base: {
        kind: s.kind,
        published: dayOf(s.publishedAt),
        ended: endedStatuses.has(s.status),
      },
      amount: sums.length === 0 ? null : Math.max(...sums),
      due: dayOf(s.dueAt),
      opened: dayOf(s.openedAt),
      today: businessDate(db.scope),
      rules,
      wages: wages.get(s.id)!,
    };
  });
};

/** What every check that turns on the simplified acquisition threshold knows on a day. */
export const amountFacts = ({ base, amount, rules }: ReadSolicitation, on: Day): AmountFacts => ({
  ...base,
  amount,
  simplifiedCents: strictestThreshold(rules, "simplifiedAcquisition", on)?.cents ?? null,
});

/** Whether a rule of a key holds on a day. */
export const ruledOn = ({ rules }: ReadSolicitation, key: string, on: Day): boolean =>
  rulesOn(rules, on).some((rule) => rule.key === key);
