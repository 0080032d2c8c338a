import type { Tone } from "#kernel/lifecycle.ts";

export const roundStatuses = {
  sent: { label: "With the vendor", tone: "progress" },
  answered: { label: "Answered", tone: "warning" },
  settled: { label: "Settled", tone: "success" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type RoundStatus = keyof typeof roundStatuses;

export const answerKinds = {
  accept: "Accepts",
  text: "Proposes another text",
  remark: "Remarks",
} as const;
export type AnswerKind = keyof typeof answerKinds;

export const decisions = {
  accepted: "Their text is taken",
  refused: "Our text stays",
  countered: "Another text of ours",
} as const;
export type Decision = keyof typeof decisions;

/** What a change of words is about, the weightiest first. */
export const changeKinds = {
  amount: "Amount or number",
  date: "Date or period",
  negation: "Negation or duty",
  words: "Words",
} as const;
export type ChangeKind = keyof typeof changeKinds;

/** A clause as it was sent; `id`: of the contract's clause. */
export type SentClause = {
  id: string;
  position: number;
  name: string;
  citation: string;
  text: string;
  changeable: boolean;
};

/** What a round fixes: the contract's terms in words, and its clauses. */
export type RoundContent = {
  contract: { id: string; number: string; title: string };
  round: number;
  terms: { label: string; value: string }[];
  clauses: SentClause[];
};
