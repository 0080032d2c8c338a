import type { ClauseKind, Fallback } from "./clause.labels.ts";

type Shipped = {
  ruleKey: string;
  kind: ClauseKind;
  text: string;
  changeable?: boolean;
  fallbacks?: Fallback[];
};

const fixed = (ruleKey: string, kind: ClauseKind, text: string): Shipped => ({
  ruleKey,
  kind,
  text,
  changeable: false,
});

/**
 * A text for each clause that the shipped rules ask for, in words of the product. An agency takes
 * them as drafts, and its counsel makes them its own before they are published.
 */
export const shippedClauses: readonly Shipped[] = [
  {
    ruleKey: "clause.insurance",
    kind: "insurance",
    text: "The contractor keeps commercial general liability insurance of at least $2,000,000 per occurrence in force until the work is accepted. It gives the agency a current certificate, and notice 30 days before the insurance ends or changes.",
    fallbacks: [
      {
        by: "buyer",
        text: "The contractor keeps commercial general liability insurance of at least $1,500,000 per occurrence in force until the work is accepted. It gives the agency a current certificate, and notice 30 days before the insurance ends or changes.",
      },
      {
        by: "counsel",
        text: "The contractor keeps commercial general liability insurance of at least $1,000,000 per occurrence in force until the work is accepted. It gives the agency a current certificate, and notice 10 days before the insurance ends or changes.",
      },
    ],
  },
  {
    ruleKey: "clause.remedies",
    kind: "termination",
    text: "If the contractor does not perform, the agency may have the work done by others at the contractor's cost, withhold payment, and claim damages. For each day of delay the contractor pays 0.5 percent of the price of what is late, at most 10 percent of the contract price.",
    fallbacks: [
      {
        by: "contract_manager",
        text: "If the contractor does not perform, the agency may have the work done by others at the contractor's cost, withhold payment, and claim damages. For each day of delay the contractor pays 0.25 percent of the price of what is late, at most 5 percent of the contract price.",
      },
    ],
  },
  {
    ruleKey: "clause.termination",
    kind: "termination",
    text: "The agency may end this contract for cause if the contractor has not cured a breach within 10 days after written notice. It may end it for convenience with 30 days' written notice. It then pays for work done and accepted, and not for profit on work that was not done.",
    fallbacks: [
      {
        by: "contract_manager",
        text: "The agency may end this contract for cause if the contractor has not cured a breach within 20 days after written notice. It may end it for convenience with 60 days' written notice. It then pays for work done and accepted, and not for profit on work that was not done.",
      },
      {
        by: "counsel",
        text: "The agency may end this contract for cause if the contractor has not cured a breach within 20 days after written notice. It may end it for convenience with 60 days' written notice. It then pays for work done and accepted, and the contractor's documented costs of ending, and not for profit on work that was not done.",
      },
    ],
  },
  fixed(
    "clause.davisBacon",
    "labor",
    "The contractor pays laborers and mechanics at least once a week, not less than the prevailing wages that the Secretary of Labor has determined, and gives the agency its certified payrolls each week.",
  ),
  fixed(
    "clause.workHours",
    "labor",
    "The contractor pays laborers and mechanics at least one and a half times their basic rate for every hour beyond 40 in a week, and requires nobody to work in conditions that are unsanitary, hazardous or dangerous.",
  ),
  fixed(
    "clause.cleanAirWater",
    "federal",
    "The contractor complies with the Clean Air Act (42 U.S.C. 7401-7671q) and the Federal Water Pollution Control Act (33 U.S.C. 1251-1387), and reports each violation to the agency, which reports it to the federal awarding agency.",
  ),
  fixed(
    "clause.debarment",
    "federal",
    "The contractor states that neither it nor its principals are debarred, suspended or otherwise excluded from federal programs. It tells the agency at once if that changes, and demands the same of its subcontractors.",
  ),
  fixed(
    "clause.lobbying",
    "federal",
    "The contractor certifies that it has not paid and will not pay federal money for lobbying in connection with this contract, and discloses lobbying that is paid for with other money.",
  ),
  fixed(
    "clause.recoveredMaterials",
    "federal",
    "Of items that the Environmental Protection Agency designates, the contractor uses those with the highest share of recovered materials that is practicable at a reasonable price, in time and of the quality that is asked for.",
  ),
  fixed(
    "clause.telecommunications",
    "federal",
    "The contractor supplies and uses no telecommunications or video surveillance equipment or services that section 889 of Public Law 115-232 covers.",
  ),
  fixed(
    "clause.domesticPreference",
    "federal",
    "As far as practicable, the contractor prefers goods, products and materials produced in the United States, and puts this clause into its orders and subcontracts.",
  ),
  fixed(
    "clause.smallFirms",
    "federal",
    "When it lets subcontracts, the contractor takes the same steps as the agency so that small, minority-owned, women-owned and veteran-owned firms and firms in labor surplus areas are considered.",
  ),
  {
    ruleKey: "clause.records",
    kind: "records",
    text: "The contractor keeps all records of this contract for three years after the final payment, and longer while a claim or an audit is open. The agency, the federal awarding agency, the Comptroller General and their auditors may see and copy them at any reasonable time.",
    fallbacks: [
      {
        by: "buyer",
        text: "The contractor keeps all records of this contract for three years after the final payment, and longer while a claim or an audit is open. The agency, the federal awarding agency, the Comptroller General and their auditors may see and copy them at any reasonable time, after two business days' notice.",
      },
    ],
  },
];
