import {
  judgedBy,
  rulesOn,
  strictestNumber,
  strictestThreshold,
  type Rule,
} from "#areas/governance/governance.public.ts";
import { namesOf } from "#areas/identity/identity.server.ts";
import { certificatesOf, type Certificate } from "#areas/procurement/procurement.server.ts";
import { readSolicitations, type ReadSolicitation } from "#areas/sourcing/sourcing.server.ts";
import type { Day } from "#kernel/time.ts";
import type { ControlCheck, ControlSubject, Judged } from "#server/controls/control-checks.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  judgeAnalysis,
  judgeCompetition,
  judgeExclusion,
  judgeInsurance,
  judgeInterests,
  type AnalysisFacts,
  type AwardFacts,
  type CompetitionFacts,
  type ExclusionFacts,
  type InsuranceFacts,
  type InterestFacts,
} from "./award-checks.model.ts";
import { awardedIn, madeOn, screenedFor, type Awarded, type Screened } from "./awarded.service.ts";

/** A solicitation with its award, and the day whose law judges: that of the award, or today. */
type Read = {
  read: ReadSolicitation;
  award: Awarded | null;
  base: AwardFacts;
  day: Day;
  rules: readonly Rule[];
};

const readAwards = async (db: Db, ids: readonly string[]): Promise<Read[]> => {
  const [solicitations, awards] = await Promise.all([
    readSolicitations(db, ids),
    awardedIn(db, ids),
  ]);
  return solicitations.map((read) => {
    const award = awards.get(read.s.id) ?? null;
    const made = award && madeOn(db, award);
    return {
      read,
      award,
      base: { award: award?.number ?? null, made: made !== null },
      day: made ?? read.today,
      rules: read.rules,
    };
  });
};

const judged = (
  { read, award, base, day, rules }: Read,
  facts: AwardFacts,
  law: readonly string[],
): Judged => ({
  subjectId: read.s.id,
  part: 0,
  binding: base.made,
  day,
  rules: judgedBy(rulesOn(rules, day), law),
  facts,
  shown: [
    { label: read.s.number, href: `/rfq-builder/${read.s.id}` },
    ...(award
      ? [
          {
            label: award.number,
            href: award.evaluationId
              ? `/bid-evaluation/${award.evaluationId}?tab=protest`
              : `/bid-evaluation/quotes/${read.s.id}`,
          },
        ]
      : []),
  ],
});

const ruled = ({ rules, day }: Read, key: string): boolean =>
  rulesOn(rules, day).some((rule) => rule.key === key);

/** A competition needs two, whatever is asked of it. */
const leastCompetitors = 2;

const competitionFacts = ({ read, award, base, day, rules }: Read): CompetitionFacts => {
  const { kind } = read.base;
  return {
    ...base,
    kind,
    responsive: award?.evaluationId ? award.responsive : null,
    wanted:
      kind === "itb"
        ? strictestNumber(rules, "sealedBid", "minimumBids", day, "most")
        : leastCompetitors,
    finding: award?.finding ?? 0,
  };
};

const analysisFacts = ({ read, award, base, day, rules }: Read): AnalysisFacts => ({
  ...base,
  amount: read.amount ?? 0,
  simplifiedCents: strictestThreshold(rules, "simplifiedAcquisition", day)?.cents ?? null,
  evaluated: award !== null && award.evaluationId !== null,
  analysisKind: award?.analysisKind ?? null,
  analysis: award?.analysis ?? 0,
});

const exclusionFacts = (
  { read, award, base, day, rules }: Read,
  screened: readonly Screened[],
): ExclusionFacts => ({
  ...base,
  federal: read.s.federal,
  fromCents: strictestThreshold(rules, "exclusionScreening", day)?.cents ?? null,
  winners: (award?.parts ?? []).map(({ vendorId, vendorName, totalCents }) => ({
    vendor: vendorName,
    cents: totalCents,
    screened:
      screened.find(
        (each) =>
          each.vendorId === vendorId &&
          (each.objectId === award!.id || each.objectId === award!.solicitationId),
      )?.outcome ?? null,
  })),
});

const readExclusions = async (db: Db, ids: readonly string[]): Promise<Judged[]> => {
  const reads = await readAwards(db, ids);
  const screened = await screenedFor(
    db,
    reads.flatMap(({ award }) => (award ? [award.id, award.solicitationId] : [])),
  );
  return reads.map((each) => judged(each, exclusionFacts(each, screened), ["exclusionScreening"]));
};

const readInterests = async (db: Db, ids: readonly string[]): Promise<Judged[]> => {
  const reads = await readAwards(db, ids);
  const open = (award: Awarded | null) =>
    (award?.members ?? []).filter((each) => !each.declared).map((each) => each.personId);
  const names = await namesOf(
    db,
    reads.flatMap(({ award }) => open(award)),
  );
  return reads.map((each) => {
    const { award, base } = each;
    const facts: InterestFacts = {
      ...base,
      ruled: ruled(each, "evaluatorInterests"),
      evaluated: award !== null && award.evaluationId !== null,
      members: award?.members.length ?? 0,
      undeclared: open(award).map((id) => names.get(id) ?? "a former member"),
    };
    return judged(each, facts, ["evaluatorInterests"]);
  });
};

const demandsInsurance = ({ read }: Read): boolean =>
  read.s.clauses.some((c) => c.ruleKey === "clause.insurance" && c.leftOut === null);

const insuranceFacts = (read: Read, certificates: readonly Certificate[]): InsuranceFacts => ({
  ...read.base,
  demanded: demandsInsurance(read),
  ruled: ruled(read, "insurancePolicy"),
  on: read.day,
  winners: (read.award?.parts ?? []).map(({ vendorId, vendorName }) => {
    const found = certificates.find(
      (each) => each.vendorId === vendorId && each.solicitationId === read.award!.solicitationId,
    );
    return { vendor: vendorName, until: found?.until ?? null, letGo: found?.letGo ?? false };
  }),
});

const readInsurance = async (db: Db, ids: readonly string[]): Promise<Judged[]> => {
  const reads = await readAwards(db, ids);
  const certificates = await certificatesOf(
    db,
    reads.flatMap(({ award }) =>
      (award?.parts ?? []).map(({ vendorId }) => ({
        solicitationId: award!.solicitationId,
        vendorId,
      })),
    ),
  );
  return reads.map((each) => judged(each, insuranceFacts(each, certificates), ["insurancePolicy"]));
};

const ofAward: ControlSubject["heard"][string] = async (db, { objectId }) =>
  (
    await db.rows<{ id: string }>(sql`
      select solicitation_id as id
      from award
      where org_id = ${db.scope.orgId} and id = ${objectId}
    `)
  ).map(({ id }) => id);

// What is entered of a vendor may mend what its awards break.
const wonBy: ControlSubject["heard"][string] = async (db, { objectId }) =>
  (
    await db.rows<{ id: string }>(sql`
      select solicitation_id as id
      from award
      where org_id = ${db.scope.orgId}
        and status <> 'withdrawn'
        and parts @> jsonb_build_array(jsonb_build_object('vendorId', ${objectId}::text))
    `)
  ).map(({ id }) => id);

const of = {
  subject: "solicitation",
  kind: "preventive",
  stops: "award.approve",
  owner: "buyer",
  days: 10,
  dayNamed: "the day of the award",
} as const;
const competitionKeys = ["sealedBid", "proposal", "noncompetitive"];
const analysisKeys = ["costPriceAnalysis", "simplifiedAcquisition"];

/** Controls of awards that come with the product. */
export const awardChecks: readonly ControlCheck[] = [
  {
    ...of,
    name: "award.competition",
    stage: "award",
    label: "Competition for an award",
    family: "method",
    demands:
      "Two or more responsive bids or proposals competed, or a written finding says why one is enough.",
    ruleKeys: competitionKeys,
    severity: "high",
    remedy: "Withdraw the intent and evaluate again with the finding, or ask for a waiver.",
    heard: Object.fromEntries(
      ["postIntent", "quotes", "finalise", "settle", "refuse", "withdraw"].map((step) => [
        `award.${step}`,
        ofAward,
      ]),
    ),
    read: async (db, ids) =>
      (await readAwards(db, ids)).map((each) => {
        const ofKind = each.read.base.kind === "itb" ? "sealedBid" : "proposal";
        return judged(each, competitionFacts(each), [ofKind, "noncompetitive"]);
      }),
    judge: judgeCompetition,
  },
  {
    ...of,
    name: "award.analysis",
    stage: "award",
    label: "Cost or price analysis",
    family: "price",
    demands:
      "Above the simplified acquisition threshold a cost or price analysis stands behind the award.",
    ruleKeys: analysisKeys,
    severity: "high",
    remedy: "Withdraw the intent and evaluate again with the analysis, or ask for a waiver.",
    read: async (db, ids) =>
      (await readAwards(db, ids)).map((each) => judged(each, analysisFacts(each), analysisKeys)),
    judge: judgeAnalysis,
  },
  {
    ...of,
    name: "award.exclusion",
    stage: "award",
    label: "Winner checked for exclusion",
    family: "vendor",
    demands:
      "Whoever wins a covered share of federal money is checked against the exclusions of SAM.gov before the award.",
    ruleKeys: ["exclusionScreening"],
    severity: "high",
    remedy: "Decide the match on the vendor's record, or award to somebody else.",
    heard: { "vendor.decideScreening": wonBy },
    read: readExclusions,
    judge: judgeExclusion,
  },
  {
    ...of,
    name: "award.interests",
    stage: "award",
    label: "Interests of those who evaluate",
    family: "people",
    demands:
      "Everybody who evaluates declares interests, in general and for each bidder, or is recused.",
    ruleKeys: ["evaluatorInterests"],
    severity: "high",
    remedy: "Withdraw the intent and evaluate again with people who declared.",
    read: readInterests,
    judge: judgeInterests,
  },
  {
    ...of,
    name: "award.insurance",
    stage: "award",
    label: "Insurance of the winner",
    family: "vendor",
    demands:
      "Where insurance is demanded, every winner's certificate holds on the day of the award.",
    ruleKeys: ["insurancePolicy"],
    severity: "medium",
    remedy: "Enter the last day of a current certificate in the vendor's record.",
    heard: {
      "vendor.change": wonBy,
      "solicitation.overrideInsurance": async (_db, { objectId }) => [objectId],
    },
    read: readInsurance,
    judge: judgeInsurance,
  },
];
