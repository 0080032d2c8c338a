import type { ShippedRule } from "#areas/governance/governance.server.ts";
import { day } from "#kernel/time.ts";

const source = "2 CFR part 200 as revised for awards from 2024-10-01";

/** Rules that the controls of solicitations stand on and that no rule of purchases above names. */
export const solicitationRules: readonly ShippedRule[] = [
  {
    key: "contractProvisions",
    label: "Provisions of federally funded contracts",
    citation: "2 CFR 200.327; part 200, appendix II",
    text: "Contracts under a federal award contain the provisions of appendix II that apply to them. Which of them a solicitation needs, the rules of clauses say, each with its amount.",
    effectiveFrom: day("2024-10-01"),
    effectiveTo: null,
    parameters: {},
    source,
    verified: false,
  },
  {
    key: "affirmativeSteps",
    label: "Steps toward small and minority firms",
    citation: "2 CFR 200.321",
    text: "When possible, small, minority-owned, women-owned, veteran-owned and labor surplus area firms are considered: they stand on solicitation lists, are solicited where they may be a source, purchases are divided and deliveries scheduled so that they can take part, and the SBA and the MBDA are used. The regulation says should, and when possible.",
    effectiveFrom: day("2024-10-01"),
    effectiveTo: null,
    parameters: {},
    source: "2 CFR 200.321 as revised by 89 FR 30136, effective 2024-10-01",
    verified: true,
  },
];
