import { lifecycle, type Asker } from "#kernel/lifecycle.ts";
import {
  solicitationCourse,
  solicitationStatuses,
  type Kind,
  type SolicitationStatus,
} from "./solicitation.labels.ts";

/** What the lifecycle's rules look at, beside the row. */
export type SolicitationFacts = {
  status: string;
  kind: Kind;
  buyerId: string | null;
  approvedAt: string | null;
  protection: string;
  /** What still stands against publication, in words; empty when nothing does. */
  missing: readonly string[];
};
export type SolicitationAction =
  | "submit"
  | "return"
  | "approve"
  | "publish"
  | "closeQuestions"
  | "reopenQuestions"
  | "close"
  | "reopen"
  | "open"
  | "evaluate"
  | "postIntent"
  | "startWindow"
  | "hold"
  | "resume"
  | "reevaluate"
  | "award"
  | "awardAnew"
  | "contract"
  | "review"
  | "archive"
  | "cancel"
  | "noAward"
  | "fail";

const formal = (kind: string) => kind === "itb" || kind === "rfp";
const notReady = (s: SolicitationFacts): string | null => (s.missing.length ? s.missing[0]! : null);
const ownWork = (s: SolicitationFacts, asker: Asker) =>
  s.buyerId && s.buyerId === asker.personId ? "Somebody else than its buyer approves it." : null;
const notFor = (kind: Kind, text: string) => (s: SolicitationFacts) =>
  s.kind === kind ? text : null;

export const solicitationCycle = lifecycle<SolicitationFacts>()<
  SolicitationStatus,
  SolicitationAction
>({
  noun: "solicitation",
  initial: "draft",
  statuses: solicitationStatuses,
  course: solicitationCourse,
  actions: {
    submit: {
      label: "Send to review",
      from: ["draft"],
      to: "review",
      permission: "solicitation.edit",
      tone: "primary",
      suits: (s) => formal(s.kind),
      unless: (s) =>
        formal(s.kind)
          ? notReady(s)
          : "Quotations and requests for information need no review: publish it.",
    },
    return: {
      label: "Return",
      from: ["review"],
      to: "draft",
      permission: "solicitation.approve",
      needsReason: true,
    },
    approve: {
      label: "Approve",
      from: ["review"],
      to: "review",
      permission: "solicitation.approve",
      byOthers: "approve it",
      tone: "primary",
      unless: (s, asker) =>
        s.approvedAt ? "It is approved already." : (ownWork(s, asker) ?? notReady(s)),
    },
    publish: {
      label: "Publish",
      from: ["draft", "review"],
      to: "published",
      permission: "solicitation.publish",
      tone: "primary",
      unless: (s) =>
        formal(s.kind) && s.status === "draft"
          ? "Send it to review first."
          : formal(s.kind) && !s.approvedAt
            ? "A manager must approve it first."
            : notReady(s),
    },
    closeQuestions: {
      label: "Close the questions",
      from: ["published"],
      to: "questions_closed",
      permission: "solicitation.edit",
      system: true,
    },
    reopenQuestions: {
      label: "Take questions again",
      from: ["questions_closed"],
      to: "published",
      permission: "solicitation.publish",
      system: true,
    },
    close: {
      label: "Close",
      from: ["published", "questions_closed"],
      to: "closed",
      permission: "solicitation.edit",
      system: true,
    },
    reopen: {
      label: "Take answers again",
      from: ["closed"],
      to: "published",
      permission: "solicitation.publish",
      system: true,
    },
    open: {
      label: "Open the bids",
      from: ["closed"],
      to: "opened",
      permission: "bid.open",
      system: true,
    },
    evaluate: {
      label: "Evaluate",
      from: ["opened"],
      to: "evaluating",
      permission: "evaluation.manage",
      system: true,
    },
    postIntent: {
      label: "Post the intent to award",
      from: ["evaluating", "opened"],
      to: "intent_posted",
      permission: "award.approve",
      system: true,
    },
    startWindow: {
      label: "Start the protest window",
      from: ["intent_posted"],
      to: "protest_window",
      permission: "award.approve",
      system: true,
    },
    hold: {
      label: "Hold for a protest",
      from: ["protest_window", "intent_posted"],
      to: "protest_hold",
      permission: "protest.decide",
      system: true,
    },
    resume: {
      label: "Resume",
      from: ["protest_hold"],
      to: "protest_window",
      permission: "protest.decide",
      system: true,
    },
    reevaluate: {
      label: "Evaluate again",
      from: ["protest_hold", "protest_window", "intent_posted"],
      to: "evaluating",
      permission: "protest.decide",
      system: true,
    },
    award: {
      label: "Award",
      from: ["protest_window", "intent_posted", "evaluating", "opened"],
      to: "awarded",
      permission: "award.approve",
      system: true,
    },
    awardAnew: {
      label: "Award anew",
      from: ["awarded"],
      to: "opened",
      permission: "award.approve",
      system: true,
    },
    contract: {
      label: "Under contract",
      from: ["awarded"],
      to: "contracted",
      permission: "solicitation.edit",
      system: true,
    },
    review: {
      label: "Responses reviewed",
      from: ["opened", "closed"],
      to: "reviewed",
      permission: "solicitation.end",
      tone: "primary",
      suits: (s) => s.kind === "rfi",
      unless: (s) =>
        s.kind === "rfi" ? null : "Only a request for information ends with a review.",
    },
    archive: {
      label: "Archive",
      from: ["reviewed"],
      to: "archived",
      permission: "solicitation.end",
    },
    cancel: {
      label: "Cancel",
      from: [
        "draft",
        "review",
        "published",
        "questions_closed",
        "closed",
        "opened",
        "evaluating",
        "intent_posted",
        "protest_window",
        "protest_hold",
      ],
      to: "cancelled",
      permission: "solicitation.end",
      needsReason: true,
      tone: "danger",
    },
    noAward: {
      label: "No award",
      from: ["opened", "evaluating", "intent_posted", "protest_window", "protest_hold"],
      to: "no_award",
      permission: "award.approve",
      needsReason: true,
      tone: "danger",
      suits: (s) => s.kind !== "rfi",
      unless: notFor("rfi", "A request for information cannot be awarded."),
    },
    fail: {
      label: "No usable bid",
      from: ["closed", "opened"],
      to: "unsuccessful",
      permission: "solicitation.end",
      system: true,
    },
  },
});
