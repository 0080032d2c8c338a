import { lifecycle, type Asker } from "#kernel/lifecycle.ts";
import { counted } from "#kernel/words.ts";
import {
  evaluationCourse,
  evaluationStatuses,
  type EvaluationStatus,
} from "./evaluation.labels.ts";

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
