import { z } from "zod";
import { gateFinding } from "#kernel/gate-fields.ts";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { roundView } from "../final-offer/final-offer.model.ts";
import type { EvaluationStatus } from "./evaluation.labels.ts";
import { evaluationCycle } from "./evaluation.lifecycle.model.ts";

export type { EvaluationStatus };

const status = z.enum(names(evaluationCycle.statuses));
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
    createdAt: instantField,
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
  screening: z.object({ result: z.string().nullable(), at: instantField.nullable() }),
  status: z.string(),
  insuranceUntil: z.string().nullable(),
  references: z.string(),
  capacity: z.string(),
  performance: z.string(),
  checkedOn: dayField,
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
const bidView = z.object({
  bidId: z.string(),
  vendorId: z.string(),
  vendorName: z.string(),
  vendorNumber: z.string(),
  receivedAt: instantField,
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
const rankedForLot = ranked
  .pick({ bidId: true, vendorId: true, vendorName: true, rank: true, total: true })
  .extend({
    technical: z.string(),
    price: z.string(),
    judgedCents: z.number().nullable(),
    step: z.string(),
  });
const round = z.object({
  id: z.string(),
  kind: z.enum(["interview", "best_and_final"]),
  roundNo: z.number(),
  bidId: z.string(),
  heldOn: dayField,
  note: z.string(),
  recordedBy: z.string(),
});

/** What only who takes part and has declared may read (or who approves, once it is recommended). */
const evaluationContent = z.object({
  bids: z.array(bidView),
  criteria: z.array(criterion),
  myScores: z.array(cell),
  consensus: z.array(consensusCell),
  formula: z.enum(["lowest", "proportional", "linear", "qualifications"]),
  formulaText: z.string(),
  ranking: z.object({ bids: z.array(ranked), ties: z.boolean() }).nullable(),
  /** Each lot's own ranking, where more than the price decides; empty before the ranking. */
  lots: z.array(z.object({ lotId: z.string(), title: z.string(), bids: z.array(rankedForLot) })),
  /** Where the chosen scenario departs from the published criteria, and why. */
  departure: z.object({ lines: z.array(z.string()), reason: z.string() }).nullable(),
  sheetDigest: z.string().nullable(),
  rounds: z.array(round),
  finalRounds: z.array(roundView),
  analysis: z.object({
    required: z.boolean(),
    threshold: z.string().nullable(),
    kind: z.enum(["price", "cost"]).nullable(),
    text: z.string(),
    by: z.string().nullable(),
    at: instantField.nullable(),
  }),
  finding: z.object({
    required: z.boolean(),
    text: z.string(),
    by: z.string().nullable(),
    at: instantField.nullable(),
  }),
  memo: z.object({
    text: z.string(),
    draft: z.string(),
    digest: z.string().nullable(),
    signedBy: z.string().nullable(),
    signedAt: instantField.nullable(),
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
    createdAt: instantField,
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
    /** What would stop the award of what is recommended, before an intent is posted. */
    awardGate: z.array(gateFinding).nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "EvaluationDetail" });
export type EvaluationDetail = z.output<typeof evaluationDetail>;
