import type { Tone } from "#kernel/lifecycle.ts";

/** Names and tones of the statuses; apart from the model, so that lists load without zod. */
export const evaluationStatuses = {
  setup: { label: "Being set up", tone: "neutral" },
  declarations: { label: "Declarations", tone: "info" },
  individual_scoring: { label: "Individual scoring", tone: "progress" },
  locked: { label: "Scores locked", tone: "progress" },
  consensus: { label: "Consensus", tone: "progress" },
  price_opened: { label: "Price open", tone: "progress" },
  ranked: { label: "Ranked", tone: "progress" },
  recommended: { label: "Recommended", tone: "warning" },
  approved: { label: "Approved", tone: "success" },
  ended: { label: "Ended", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type EvaluationStatus = keyof typeof evaluationStatuses;

/** The usual course, for the stepper. */
export const evaluationCourse = [
  "setup",
  "declarations",
  "individual_scoring",
  "consensus",
  "price_opened",
  "ranked",
  "recommended",
  "approved",
] as const satisfies readonly EvaluationStatus[];

export const memberRoles = {
  chair: "Chair",
  evaluator: "Evaluator",
  coordinator: "Coordinator",
} as const;
export const checkResults = {
  met: "Met",
  minor: "Minor, waived",
  not_met: "Not met",
  not_applicable: "Does not apply",
} as const;
/** What stands between a person and the content of an evaluation. */
export const gateTexts = {
  open: "",
  declare:
    "Declare first whether you have a conflict of interest. Until then nothing of the bids is shown.",
  declareBidders: "The bidders are known now. Declare for each of them.",
  recused: "You are recused: nothing of this evaluation is shown to you.",
  outside: "You do not take part in this evaluation.",
  waiting: "The bids are not open yet.",
} as const;
export type GateState = keyof typeof gateTexts;

/** Views of the list, which questions in words open too. */
export const evaluationViews = [
  { id: "waiting", name: "Waits for me", query: "mine=true" },
  { id: "part", name: "I take part", query: "takePart=true" },
  { id: "approve", name: "To approve", query: "status=recommended" },
] as const;
