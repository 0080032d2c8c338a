import type { Day } from "#kernel/time.ts";
import { judgedBy, rulesOn, strictestNumber } from "#areas/governance/governance.public.ts";
import type { ControlCheck, Judged } from "#server/controls/control-checks.ts";
import type { Db } from "#server/db/db.ts";
import { chooseClauses } from "../solicitation/clause.model.ts";
import {
  judgeBonds,
  judgeClauses,
  judgeEstimate,
  judgeNotice,
  judgeOutreach,
  type BondFacts,
  type Bonds,
  type ClauseFacts,
  type EstimateFacts,
  type NoticeFacts,
  type OutreachFacts,
} from "./solicitation-checks.model.ts";
import {
  amountFacts,
  readSolicitations,
  ruledOn,
  type ReadSolicitation,
} from "./solicitation-read.service.ts";

/** The day whose law holds, the facts, and whether what is judged has happened. */
type Told = { day: Day; facts: object; binding: boolean; law: readonly string[] };

const reading =
  (tell: (read: ReadSolicitation) => Told): ControlCheck["read"] =>
  async (db: Db, ids: readonly string[]): Promise<Judged[]> =>
    (await readSolicitations(db, ids)).map((read) => {
      const { day, facts, binding, law } = tell(read);
      return {
        subjectId: read.s.id,
        part: 0,
        binding,
        day,
        rules: judgedBy(rulesOn(read.rules, day), law),
        facts: { ...facts },
        shown: [{ label: read.s.number, href: `/rfq-builder/${read.s.id}` }],
      };
    });

const publishedDay = ({ base, today }: ReadSolicitation): Day => base.published ?? today;

const noticeParameters = {
  rfi: "rfiDays",
  rfq: "rfqDays",
  itb: "itbDays",
  rfp: "rfpDays",
} as const;
const noticeKeys = ["solicitationNotice", "sealedBid", "proposal"];

const tellNotice = (read: ReadSolicitation): Told => {
  const { s, base, rules } = read;
  const day = publishedDay(read);
  const facts: NoticeFacts = {
    ...base,
    minutes:
      s.dueAt && s.publishedAt
        ? Math.floor((Date.parse(s.dueAt) - Date.parse(s.publishedAt)) / 60_000)
        : null,
    wanted: strictestNumber(rules, "solicitationNotice", noticeParameters[s.kind], day, "most"),
    invitedOnly: s.invitedOnly,
  };
  const byKind = s.kind === "itb" ? ["sealedBid"] : s.kind === "rfp" ? ["proposal"] : [];
  return { day, facts, binding: s.closedAt !== null, law: ["solicitationNotice", ...byKind] };
};

const largeKeys = ["costPriceAnalysis", "simplifiedAcquisition"];

const tellEstimate = (read: ReadSolicitation): Told => {
  const { s, opened, today } = read;
  const day = opened ?? today;
  const facts: EstimateFacts = {
    ...amountFacts(read, day),
    estimateOn: s.estimateCents === null ? null : s.estimateOn,
    opened,
  };
  return { day, facts, binding: opened !== null, law: largeKeys };
};

const percent = (value: string | null): number | null => (value === null ? null : Number(value));
const bondKeys = ["constructionBonds", "simplifiedAcquisition"];

const tellBonds = (read: ReadSolicitation): Told => {
  const { s, rules } = read;
  const day = publishedDay(read);
  const wanted = (bond: keyof Bonds) =>
    strictestNumber(rules, "constructionBonds", `${bond}Percent`, day, "most");
  const facts: BondFacts = {
    ...amountFacts(read, day),
    federal: s.federal,
    construction: s.construction,
    demanded: {
      bid: percent(s.bidBondPercent),
      performance: percent(s.performanceBondPercent),
      payment: percent(s.paymentBondPercent),
    },
    wanted: { bid: wanted("bid"), performance: wanted("performance"), payment: wanted("payment") },
  };
  return { day, facts, binding: s.publishedAt !== null, law: bondKeys };
};

const tellClauses = (read: ReadSolicitation): Told => {
  const { s, base, rules, wages } = read;
  const day = publishedDay(read);
  const federal = new Set(
    rulesOn(rules, day).flatMap((r) =>
      r.parameters.federal === true || r.parameters.prevailingWages === true ? [r.key] : [],
    ),
  );
  const asked = chooseClauses(rules, { ...s, wages }, day).filter(({ ruleKey }) =>
    federal.has(ruleKey),
  );
  const titles = (as: "present" | "leftOut" | "missing") =>
    asked.flatMap(({ ruleKey, title }) => {
      const found = s.clauses.filter((c) => c.ruleKey === ruleKey);
      const present = found.some(({ leftOut }) => leftOut === null);
      const out = found.some(({ leftOut }) => (leftOut ?? "").trim() !== "");
      const is = present ? "present" : out ? "leftOut" : "missing";
      return is === as ? [title] : [];
    });
  const facts: ClauseFacts = {
    ...base,
    federal: s.federal,
    ruled: ruledOn(read, "contractProvisions", day),
    present: titles("present"),
    leftOut: titles("leftOut"),
    missing: titles("missing"),
  };
  return { day, facts, binding: s.publishedAt !== null, law: ["contractProvisions"] };
};

const tellOutreach = (read: ReadSolicitation): Told => {
  const { s, base, due } = read;
  const day = publishedDay(read);
  const inTime = s.outreach.filter((doneOn) => due === null || doneOn <= due);
  const facts: OutreachFacts = {
    ...base,
    federal: s.federal,
    ruled: ruledOn(read, "affirmativeSteps", day),
    steps: inTime.length,
    late: s.outreach.length - inTime.length,
  };
  return { day, facts, binding: s.closedAt !== null, law: ["affirmativeSteps"] };
};

const of = {
  subject: "solicitation",
  kind: "preventive",
  stops: "award.approve",
  owner: "buyer",
  days: 10,
} as const;
const whenPublished = "the day on which it is published";

/** Controls of solicitations that come with the product. */
export const solicitationChecks: readonly ControlCheck[] = [
  {
    ...of,
    name: "solicitation.notice",
    label: "Public notice in time",
    family: "method",
    demands:
      "A solicitation is advertised for as many days as the rule says; bids and proposals to everybody.",
    dayNamed: whenPublished,
    ruleKeys: noticeKeys,
    severity: "high",
    remedy: "Cancel it and advertise it anew, or ask for a waiver: the days cannot be changed.",
    read: reading(tellNotice),
    judge: judgeNotice,
  },
  {
    ...of,
    name: "solicitation.estimate",
    label: "Independent estimate before the opening",
    family: "price",
    demands:
      "Above the simplified acquisition threshold an independent estimate is made before bids are opened.",
    dayNamed: "the day of the opening",
    ruleKeys: largeKeys,
    severity: "high",
    remedy: "Ask for a waiver with the estimate that was made: it cannot be made afterwards.",
    read: reading(tellEstimate),
    judge: judgeEstimate,
  },
  {
    ...of,
    name: "solicitation.bonds",
    label: "Bonds of construction",
    family: "terms",
    demands:
      "Federally funded construction above the threshold asks for a bid guarantee, a performance and a payment bond.",
    dayNamed: whenPublished,
    ruleKeys: bondKeys,
    severity: "high",
    remedy: "Ask for a waiver with what the awarding agency accepted instead of the bonds.",
    read: reading(tellBonds),
    judge: judgeBonds,
  },
  {
    ...of,
    name: "solicitation.clauses",
    label: "Provisions of federal awards",
    family: "terms",
    demands:
      "What federal money pays for is solicited with the provisions of appendix II, or says why one is left out.",
    dayNamed: whenPublished,
    ruleKeys: ["contractProvisions"],
    severity: "high",
    remedy: "Put what it lacks into the contract, and ask for a waiver that says so.",
    tab: "clauses",
    read: reading(tellClauses),
    judge: judgeClauses,
  },
  {
    ...of,
    name: "solicitation.outreach",
    label: "Steps toward small and minority firms",
    family: "method",
    demands:
      "What federal money pays for records, until the deadline, what was done so that small and minority firms are considered.",
    dayNamed: whenPublished,
    ruleKeys: ["affirmativeSteps"],
    severity: "medium",
    remedy:
      "Record the steps before the deadline; after it ask for a waiver that says what was done.",
    tab: "vendors",
    read: reading(tellOutreach),
    judge: judgeOutreach,
  },
];
