import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { lifecycle, type Asker } from "#kernel/lifecycle.ts";
import { counted } from "#kernel/words.ts";
import { roundView } from "../final-offer/final-offer.model.ts";
import {
  evaluationCourse,
  evaluationStatuses,
  type EvaluationStatus,
} from "./evaluation.labels.ts";

export type { EvaluationStatus };
export type EvaluationAction =
  | "askDeclarations"
  | "startScoring"
  | "lock"
  | "startConsensus"
  | "openPrices"
  | "rank"
  | "reopenPrices"
  | "recommend"
  | "return"
  | "approve"
  | "reevaluate"
  | "end";

/**
 * What the lifecycle's rules look at, beside the row. `members` are all who take part, by person.
 */
export type EvaluationFacts = {
  status: string;
  scored: boolean;
  minimumEvaluators: number;
  buyerId: string | null;
  solicitationStatus: string;
  members: readonly {
    personId: string;
    role: string;
    scoring: boolean;
    declared: boolean;
    recused: boolean;
    submitted: boolean;
  }[];
  /** Bids whose responsiveness is undecided; takes part otherwise. */
  undecided: number;
  takePart: number;
  /** Until when final offers are asked for and not opened yet. */
  offersDue: string | null;
  /** What still stands against a recommendation, in words. */
  missing: readonly string[];
};

const active = (e: EvaluationFacts) => e.members.filter((m) => m.scoring && !m.recused);
const quorum = (e: EvaluationFacts): string | null => {
  const scoring = active(e);
  if (scoring.length < e.minimumEvaluators)
    return `${scoring.length} of at least ${e.minimumEvaluators} evaluators ${scoring.length === 1 ? "takes" : "take"} part: name another.`;
  if (scoring.every((m) => m.personId === e.buyerId))
    return "The buyer cannot be the only evaluator.";
  return e.members.some((m) => m.role === "chair" && !m.recused) ? null : "Name a chair.";
};
/**
 * What is wrong with the panel after the scores were locked, in words; null while it holds. After
 * the signature nobody is substituted: who approves decides.
 */
export const panelShort = (e: EvaluationFacts): string | null => {
  const why = quorum(e);
  if (why && (e.status === "recommended" || e.status === "approved"))
    return `Since the recommendation was signed the panel has fallen below its quorum. ${why.replace(": name another.", ".").replace("Name a chair.", "It has no chair.")}`;
  return (
    why &&
    `The panel has fallen below its quorum. ${why.replace("name another.", "name a substitute, who declares and scores.")}`
  );
};
const declared = (e: EvaluationFacts): string | null => {
  const open = e.members.filter((m) => !m.recused && !m.declared).length;
  return open
    ? `${open} of ${e.members.length} ${open === 1 ? "has" : "have"} not declared yet.`
    : null;
};
/**
 * After the lock the course goes on only with a whole panel: substitutes have declared, and scored
 * without sight of the others.
 */
export const panelHolds = (e: EvaluationFacts): string | null => {
  const scores = e.scored ? active(e).filter((m) => !m.submitted).length : 0;
  return (
    panelShort(e) ??
    declared(e) ??
    (scores
      ? `${counted(scores, "substitute has", "substitutes have")} not handed in scores.`
      : null)
  );
};
const opened = (e: EvaluationFacts) =>
  e.solicitationStatus === "opened" || e.solicitationStatus === "evaluating"
    ? null
    : "The bids are not open yet.";
const insider = (e: EvaluationFacts, asker: Asker) =>
  e.members.some((m) => m.personId === asker.personId && !m.recused);
const onlyInsiders =
  (rule: (e: EvaluationFacts) => string | null) => (e: EvaluationFacts, asker: Asker) =>
    insider(e, asker) ? rule(e) : "Only who takes part in the evaluation takes this step.";
const decided = (e: EvaluationFacts) =>
  e.undecided
    ? `${counted(e.undecided, "bid waits", "bids wait")} for a decision on responsiveness.`
    : e.takePart === 0
      ? "No bid takes part."
      : null;
const offersOpen = (e: EvaluationFacts) =>
  e.offersDue
    ? "Final offers are asked for and not opened yet: they are opened together when their due instant has passed."
    : null;
const chairOnly = (e: EvaluationFacts, asker: Asker) =>
  panelHolds(e) ??
  (e.members.some((m) => m.personId === asker.personId && m.role === "chair" && !m.recused)
    ? (e.missing[0] ?? null)
    : "The chair recommends.");
const outsideOnly = (e: EvaluationFacts, asker: Asker) =>
  e.members.some((m) => m.personId === asker.personId) || e.buyerId === asker.personId
    ? "Somebody who took no part in the evaluation decides."
    : null;

export const evaluationCycle = lifecycle<EvaluationFacts>()<EvaluationStatus, EvaluationAction>({
  noun: "evaluation",
  initial: "setup",
  statuses: evaluationStatuses,
  course: evaluationCourse,
  actions: {
    askDeclarations: {
      label: "Ask for declarations",
      from: ["setup"],
      to: "declarations",
      permission: "evaluation.manage",
      tone: "primary",
      unless: quorum,
    },
    startScoring: {
      label: "Begin the evaluation",
      from: ["declarations"],
      to: null,
      outcomes: ["individual_scoring", "price_opened"],
      permission: "evaluation.manage",
      tone: "primary",
      unless: onlyInsiders((e) => opened(e) ?? quorum(e) ?? declared(e)),
    },
    lock: {
      label: "Lock the scores",
      from: ["individual_scoring"],
      to: "locked",
      permission: "evaluation.manage",
      tone: "primary",
      unless: onlyInsiders((e) => {
        const open = active(e).filter((m) => !m.submitted).length;
        return (
          quorum(e) ??
          (open
            ? `${counted(open, "evaluator has", "evaluators have")} not handed in scores.`
            : null)
        );
      }),
    },
    startConsensus: {
      label: "Begin the consensus",
      from: ["locked"],
      to: "consensus",
      permission: "evaluation.manage",
      tone: "primary",
      unless: onlyInsiders(panelHolds),
    },
    openPrices: {
      label: "Open the prices",
      from: ["consensus"],
      to: "price_opened",
      permission: "evaluation.manage",
      tone: "primary",
      unless: onlyInsiders((e) => panelHolds(e) ?? decided(e)),
    },
    rank: {
      label: "Rank the bids",
      from: ["price_opened"],
      to: "ranked",
      permission: "evaluation.manage",
      tone: "primary",
      unless: onlyInsiders((e) => panelHolds(e) ?? offersOpen(e) ?? decided(e)),
    },
    reopenPrices: {
      label: "Back to the prices",
      from: ["ranked"],
      to: "price_opened",
      permission: "evaluation.manage",
      needsReason: true,
      unless: onlyInsiders(() => null),
    },
    recommend: {
      label: "Sign and recommend",
      from: ["ranked"],
      to: "recommended",
      permission: "evaluation.score",
      tone: "primary",
      unless: chairOnly,
    },
    return: {
      label: "Return",
      from: ["recommended"],
      to: "ranked",
      permission: "award.approve",
      needsReason: true,
      unless: outsideOnly,
    },
    approve: {
      label: "Approve the recommendation",
      from: ["recommended"],
      to: "approved",
      permission: "award.approve",
      tone: "primary",
      unless: outsideOnly,
    },
    reevaluate: {
      label: "Evaluate again",
      from: ["approved"],
      to: "ended",
      permission: "protest.decide",
      system: true,
    },
    end: {
      label: "End",
      from: [
        "setup",
        "declarations",
        "individual_scoring",
        "locked",
        "consensus",
        "price_opened",
        "ranked",
        "recommended",
        "approved",
      ],
      to: "ended",
      permission: "evaluation.manage",
      system: true,
    },
  },
});

const decimal = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,3}(\.\d{1,2})?$/, `${what} is a number with at most two decimals.`);
export const memberInput = z.strictObject({
  personId: z.uuid("Choose a person."),
  role: z.enum(["chair", "evaluator", "coordinator"]),
  scoring: z.boolean().default(true),
});
export const evaluationInput = z.object({
  solicitationId: z.uuid("Choose a solicitation."),
  members: z.array(memberInput).min(1, "Name who evaluates.").max(30),
  minimumEvaluators: z.number().int().min(1).max(20).nullish(),
});
export type EvaluationInput = z.output<typeof evaluationInput>;
export const declarationInput = z
  .object({ conflict: z.boolean(), text: z.string().trim().max(4000).default("") })
  .refine((d) => !d.conflict || d.text.length >= 5, {
    path: ["text"],
    message: "Describe the conflict in a sentence.",
  });
export const bidderDeclarationInput = z.object({
  bidders: z
    .array(
      z.strictObject({
        vendorId: z.uuid(),
        conflict: z.boolean(),
        note: z.string().trim().max(2000).default(""),
      }),
    )
    .min(1)
    .max(500),
});
export const recusalInput = z.object({
  reason: z.string().trim().min(5, "Say why in a sentence.").max(2000),
});
export const scoresInput = z.object({
  scores: z
    .array(
      z.strictObject({
        bidId: z.uuid(),
        criterionId: z.uuid(),
        score: decimal("A score"),
        note: z.string().trim().max(4000).default(""),
      }),
    )
    .max(2000),
  submit: z.boolean().default(false),
});
export const checkInput = z
  .object({
    bidId: z.uuid(),
    item: z.string().min(1).max(80),
    result: z.enum(["met", "not_met", "minor", "not_applicable"]),
    note: z.string().trim().max(2000).default(""),
  })
  .refine((c) => c.result === "met" || c.result === "not_applicable" || c.note.length >= 3, {
    path: ["note"],
    message: "Say what is missing, or why it may be waived.",
  });
export const responsiveInput = z
  .object({
    bidId: z.uuid(),
    responsive: z.boolean(),
    reason: z.string().trim().max(2000).default(""),
  })
  .refine((c) => c.responsive || c.reason.length >= 5, {
    path: ["reason"],
    message: "Say why the bid is not responsive.",
  });
export const responsibleInput = z
  .object({
    bidId: z.uuid(),
    responsible: z.boolean(),
    reason: z.string().trim().max(2000).default(""),
    references: z.string().trim().max(4000).default(""),
    capacity: z.string().trim().max(4000).default(""),
    performance: z.string().trim().max(4000).default(""),
  })
  .refine((c) => c.responsible || c.reason.length >= 5, {
    path: ["reason"],
    message: "Say why the bidder is not responsible.",
  })
  .refine((c) => !c.responsible || c.references.length >= 3, {
    path: ["references"],
    message: "Say which references were asked, or why none were needed.",
  });
export const standingInput = z.object({
  bidId: z.uuid(),
  preferred: z.boolean(),
  counts: z.boolean(),
  note: z.string().trim().min(3, "Name the evidence.").max(2000),
});
export const consensusInput = z.object({
  bidId: z.uuid(),
  criterionId: z.uuid(),
  score: decimal("A score"),
  comment: z.string().trim().max(4000).default(""),
});
export const interviewInput = z.object({
  bidId: z.uuid(),
  heldOn: z.iso.date("Enter a date."),
  note: z.string().trim().min(3, "Say what took place.").max(4000),
});
export const writingInput = z.object({
  analysisKind: z.enum(["price", "cost"]).nullish(),
  analysis: z.string().trim().max(20_000).nullish(),
  competitionFinding: z.string().trim().max(20_000).nullish(),
  memo: z.string().trim().max(60_000).nullish(),
  scenarioId: z.uuid().nullish(),
});
export type WritingInput = z.output<typeof writingInput>;

const status = z.enum(
  Object.keys(evaluationCycle.statuses) as [EvaluationStatus, ...EvaluationStatus[]],
);
export const evaluationRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status,
    title: z.string(),
    solicitationId: z.string(),
    solicitationNumber: z.string(),
    coordinator: z.string(),
    members: z.number(),
    createdAt: z.string(),
    version: z.number(),
  })
  .meta({ id: "Evaluation" });
export type EvaluationRow = z.output<typeof evaluationRow>;

const member = z.object({
  id: z.string(),
  personId: z.string(),
  name: z.string(),
  role: z.enum(["chair", "evaluator", "coordinator"]),
  scoring: z.boolean(),
  declared: z.boolean(),
  biddersDeclared: z.boolean(),
  recused: z.boolean(),
  recusalReason: z.string().nullable(),
  submitted: z.boolean(),
  substitute: z.boolean(),
  me: z.boolean(),
});
const criterion = z.object({
  id: z.string(),
  name: z.string(),
  guidance: z.string(),
  kind: z.enum(["technical", "price", "interview"]),
  weight: z.string(),
  maxScore: z.number(),
});
const check = z.object({
  item: z.string(),
  label: z.string(),
  mandatory: z.boolean(),
  answer: z.string(),
  result: z.enum(["met", "not_met", "minor", "not_applicable"]).nullable(),
  note: z.string(),
});
const responsibility = z.object({
  screening: z.object({ result: z.string().nullable(), at: z.string().nullable() }),
  status: z.string(),
  insuranceUntil: z.string().nullable(),
  references: z.string(),
  capacity: z.string(),
  performance: z.string(),
  checkedOn: z.string(),
});
const line = z.object({
  itemId: z.string(),
  description: z.string(),
  lotId: z.string().nullable(),
  quantity: z.string(),
  unit: z.string(),
  unitPrice: z.string().nullable(),
  bidUnitPrice: z.string().nullable(),
  amountCents: z.number().nullable(),
  noBid: z.boolean(),
  alternate: z.string(),
});
export const bidView = z.object({
  bidId: z.string(),
  vendorId: z.string(),
  vendorName: z.string(),
  vendorNumber: z.string(),
  receivedAt: z.string(),
  statement: z.string(),
  files: z.array(z.object({ id: z.string(), name: z.string(), size: z.number() })),
  addendaAcknowledged: z.array(z.number()),
  responsive: z.boolean().nullable(),
  responsiveReason: z.string(),
  responsible: z.boolean().nullable(),
  responsibleReason: z.string(),
  responsibility: responsibility.nullable(),
  preferred: z.boolean(),
  counts: z.boolean(),
  standingNote: z.string(),
  checks: z.array(check),
  price: z
    .object({
      totalCents: z.number().nullable(),
      judgedCents: z.number().nullable(),
      finalRound: z.number().nullable(),
      bidTotalCents: z.number().nullable(),
      validDays: z.number(),
      note: z.string(),
      lines: z.array(line),
    })
    .nullable(),
});
export type BidView = z.output<typeof bidView>;
const spread = z.object({
  mean: z.string(),
  low: z.string(),
  high: z.string(),
  deviation: z.string(),
  outliers: z.array(z.string()),
  wide: z.boolean(),
});
const cell = z.object({
  bidId: z.string(),
  criterionId: z.string(),
  score: z.string(),
  note: z.string(),
});
const consensusCell = z.object({
  bidId: z.string(),
  criterionId: z.string(),
  score: z.string(),
  mean: z.string(),
  comment: z.string(),
  spread,
  scores: z.array(z.object({ member: z.string(), score: z.string(), note: z.string() })),
});
export type ConsensusCell = z.output<typeof consensusCell>;
const ranked = z.object({
  bidId: z.string(),
  vendorId: z.string(),
  vendorName: z.string(),
  rank: z.number().nullable(),
  total: z.string(),
  technical: z.string(),
  price: z.string(),
  priceCents: z.number().nullable(),
  judgedCents: z.number().nullable(),
  finalRound: z.number().nullable(),
  reason: z.string(),
  lines: z.array(
    z.object({ criterionId: z.string(), name: z.string(), points: z.string(), step: z.string() }),
  ),
});
const round = z.object({
  id: z.string(),
  kind: z.enum(["interview", "best_and_final"]),
  roundNo: z.number(),
  bidId: z.string(),
  heldOn: z.string(),
  note: z.string(),
  recordedBy: z.string(),
});

/** What only who takes part and has declared may read (or who approves, once it is recommended). */
export const evaluationContent = z.object({
  bids: z.array(bidView),
  criteria: z.array(criterion),
  myScores: z.array(cell),
  consensus: z.array(consensusCell),
  formula: z.enum(["lowest", "proportional", "linear", "qualifications"]),
  formulaText: z.string(),
  ranking: z.object({ bids: z.array(ranked), ties: z.boolean() }).nullable(),
  sheetDigest: z.string().nullable(),
  rounds: z.array(round),
  finalRounds: z.array(roundView),
  analysis: z.object({
    required: z.boolean(),
    threshold: z.string().nullable(),
    kind: z.enum(["price", "cost"]).nullable(),
    text: z.string(),
    by: z.string().nullable(),
    at: z.string().nullable(),
  }),
  finding: z.object({
    required: z.boolean(),
    text: z.string(),
    by: z.string().nullable(),
    at: z.string().nullable(),
  }),
  memo: z.object({
    text: z.string(),
    draft: z.string(),
    digest: z.string().nullable(),
    signedBy: z.string().nullable(),
    signedAt: z.string().nullable(),
  }),
  scenarioId: z.string().nullable(),
  missing: z.array(z.string()),
  estimateCents: z.number().nullable(),
});
export type EvaluationContent = z.output<typeof evaluationContent>;

export const evaluationDetail = z
  .object({
    id: z.string(),
    number: z.string(),
    status,
    title: z.string(),
    version: z.number(),
    round: z.number(),
    scored: z.boolean(),
    minimumEvaluators: z.number(),
    solicitationId: z.string(),
    solicitationNumber: z.string(),
    solicitationKind: z.string(),
    solicitationStatus: z.string(),
    coordinator: z.string(),
    createdAt: z.string(),
    gate: z.enum(["open", "declare", "declareBidders", "recused", "outside", "waiting"]),
    bidders: z.array(z.object({ vendorId: z.string(), name: z.string() })),
    members: z.array(member),
    myRole: z.enum(["chair", "evaluator", "coordinator"]).nullable(),
    iScore: z.boolean(),
    canScore: z.boolean(),
    mySubmitted: z.boolean(),
    canManage: z.boolean(),
    panelShort: z.string().nullable(),
    content: evaluationContent.nullable(),
    awardId: z.string().nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "EvaluationDetail" });
export type EvaluationDetail = z.output<typeof evaluationDetail>;
