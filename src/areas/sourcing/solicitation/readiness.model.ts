import { counted } from "#kernel/words.ts";
import type { Kind } from "./solicitation.labels.ts";

type Step =
  | "basics"
  | "items"
  | "criteria"
  | "answers"
  | "documents"
  | "clauses"
  | "timeline"
  | "vendors"
  | "officers";
/**
 * One thing that a solicitation needs before it is published; `step` is where the builder mends it.
 */
export type Check = { ok: boolean; text: string; citation: string | null; step: Step };

/** Counts of a solicitation's parts; `weights` and `priceWeight` are decimal text. */
export type Parts = {
  items: number;
  requirements: number;
  lots: number;
  emptyLots: number;
  looseItems: number;
  criteria: number;
  weights: string;
  priceWeight: string;
  invited: number;
  outreach: number;
  clauses: number;
};
type Threshold = { cents: number; rule: { citation: string } } | null;
export type Demands = {
  simplified: Threshold;
  quotes: number | null;
  sealedBids: number | null;
  notice: Record<Kind, number | null>;
};
export type Head = {
  kind: Kind;
  description: string;
  summary: string;
  dueAt: string | null;
  questionsUntil: string | null;
  prebidAt: string | null;
  minimumBids: number;
  invitedOnly: boolean;
  envelopes: number;
  priceFormula: string;
  awardBy: string;
  estimateCents: number | null;
  estimateOn: string | null;
  federal: boolean;
  construction: boolean;
  bidBondPercent: string | null;
  performanceBondPercent: string | null;
  paymentBondPercent: string | null;
};

const day = 86_400_000;
const check = (
  ok: boolean,
  step: Step,
  good: string,
  bad: string,
  citation: string | null = null,
): Check => ({ ok, step, text: ok ? good : bad, citation });
const above = (head: Head, demands: Demands) =>
  demands.simplified !== null && (head.estimateCents ?? 0) > demands.simplified.cents;

const timeline = (head: Head, demands: Demands, now: Date): Check[] => {
  const due = head.dueAt ? new Date(head.dueAt).getTime() : null;
  const notice = demands.notice[head.kind] ?? 0;
  const left = due === null ? 0 : Math.floor((due - now.getTime()) / day);
  if (due === null) return [check(false, "timeline", "", "Choose when bids are due.")];
  const until = head.questionsUntil ? new Date(head.questionsUntil).getTime() : null;
  const meeting = head.prebidAt ? new Date(head.prebidAt).getTime() : null;
  return [
    check(
      due - now.getTime() >= notice * day,
      "timeline",
      `Bids are due in ${counted(left, "day")}; at least ${notice} are asked`,
      `Give at least ${counted(notice, "day")} between publication and the deadline.`,
    ),
    check(
      until === null || (until < due && until > now.getTime()),
      "timeline",
      until === null
        ? "Questions are taken until the deadline"
        : "Questions end before the deadline",
      "Questions must end after today and before bids are due.",
    ),
    ...(meeting === null
      ? []
      : [
          check(
            meeting < due && meeting > now.getTime(),
            "timeline",
            "The meeting is before the deadline",
            "The pre-bid meeting must be after today and before bids are due.",
          ),
        ]),
  ];
};

const contents = (head: Head, parts: Parts): Check[] => {
  const text = check(
    head.description.length >= 20 || head.summary.length >= 20,
    "basics",
    "The scope is described",
    "Describe in a few sentences what is needed.",
  );
  if (head.kind === "rfi")
    return [
      text,
      check(
        parts.requirements > 0,
        "answers",
        counted(parts.requirements, "question"),
        "Ask at least one question.",
      ),
    ];
  return [
    text,
    check(
      parts.items > 0,
      "items",
      `${counted(parts.items, "item")}${parts.lots ? ` in ${counted(parts.lots, "lot")}` : ""}`,
      "Add at least one item.",
    ),
    check(
      parts.emptyLots === 0,
      "items",
      "Every lot has items",
      "A lot has no item: add one or remove the lot.",
    ),
    check(
      parts.lots === 0 || parts.looseItems === 0,
      "items",
      "Every item is in a lot",
      "An item is in no lot.",
    ),
    check(
      head.awardBy !== "lot" || parts.lots > 0,
      "items",
      "The award fits the lots",
      "An award lot by lot needs lots.",
    ),
  ];
};

const scoring = (head: Head, parts: Parts): Check[] => {
  if (head.kind === "rfi") return [];
  if (head.kind === "itb")
    return [
      check(
        head.priceFormula === "lowest",
        "criteria",
        "Lowest responsive and responsible bid",
        "An invitation to bid is awarded to the lowest responsive and responsible bidder.",
        "2 CFR 200.320(b)(1)",
      ),
    ];
  if (parts.criteria === 0)
    return [
      check(
        head.kind === "rfq" && head.priceFormula === "lowest",
        "criteria",
        "The lowest price decides",
        "Name the criteria and their weights.",
      ),
    ];
  const price = Number(parts.priceWeight);
  return [
    check(
      Number(parts.weights) === 100,
      "criteria",
      "Weights add up to 100",
      `Weights add up to ${Number(parts.weights)}, not 100.`,
    ),
    head.priceFormula === "qualifications"
      ? check(
          price === 0,
          "criteria",
          "Price is not scored",
          "With qualifications only, no weight may be on price.",
        )
      : check(
          price > 0 || head.priceFormula === "lowest",
          "criteria",
          "Price has a weight",
          "Give the price a weight, or choose another way to count it.",
        ),
    ...(head.envelopes === 2
      ? [
          check(
            price < 100,
            "criteria",
            "Technical scores lock before prices open",
            "Two envelopes need something to score besides price.",
          ),
        ]
      : []),
  ];
};

const competition = (head: Head, parts: Parts, demands: Demands): Check[] => {
  if (head.kind === "rfq") {
    const wanted = Math.max(head.minimumBids, demands.quotes ?? 1);
    return [
      check(
        !head.invitedOnly || parts.invited >= wanted,
        "vendors",
        head.invitedOnly
          ? counted(parts.invited, "vendor is invited", "vendors are invited")
          : "Open to every registered vendor",
        `Invite at least ${counted(wanted, "vendor")}.`,
        "2 CFR 200.320(a)(2)",
      ),
    ];
  }
  if (head.kind === "rfi") return [];
  return [
    check(
      !head.invitedOnly,
      "vendors",
      "Open to every registered vendor",
      "A formal solicitation is publicly advertised: it cannot be for invited vendors alone.",
      "2 CFR 200.320(b)",
    ),
  ];
};

const law = (head: Head, parts: Parts, demands: Demands): Check[] => {
  if (head.kind === "rfi") return [];
  const large = above(head, demands);
  return [
    ...(head.kind === "itb" || head.kind === "rfp" || large
      ? [
          check(
            head.estimateCents !== null && head.estimateOn !== null,
            "basics",
            "The independent estimate is on record",
            "Record the independent estimate with its date before bids are opened.",
            "2 CFR 200.324(a)",
          ),
        ]
      : []),
    ...(head.federal
      ? [
          check(
            parts.outreach > 0,
            "vendors",
            `${counted(parts.outreach, "step")} toward small and minority firms`,
            "Record what was done so that small, minority-owned, women-owned and veteran-owned firms are considered.",
            "2 CFR 200.321",
          ),
          check(
            parts.clauses > 0,
            "clauses",
            counted(parts.clauses, "clause"),
            "Choose the clauses that federal money asks for.",
            "2 CFR 200.327",
          ),
        ]
      : []),
    ...(head.federal && head.construction && large
      ? [
          check(
            Boolean(head.bidBondPercent && head.performanceBondPercent && head.paymentBondPercent),
            "timeline",
            "Bonds are asked for",
            "Federally funded construction above the threshold asks for a bid guarantee, a performance and a payment bond.",
            "2 CFR 200.326",
          ),
        ]
      : []),
  ];
};

/**
 * Every check before publication, in the order of the builder. Thresholds and days come from dated
 * rules.
 */
export const readiness = (head: Head, parts: Parts, demands: Demands, now: Date): Check[] => [
  ...contents(head, parts),
  ...scoring(head, parts),
  ...timeline(head, demands, now),
  ...competition(head, parts, demands),
  ...law(head, parts, demands),
];
