import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { answerKinds, changeKinds, decisions, roundStatuses } from "./negotiation.labels.ts";
const words = (most: number) => z.string().trim().max(most).default("");

/** What is sent with a round. */
export const roundInput = z.object({
  message: words(4000),
  answerBy: z.iso.date("Enter the day until which you ask for an answer."),
});
export type RoundInput = z.output<typeof roundInput>;

/** The vendor's answer to a round: one entry for each clause, and the hash of what it answers. */
export const answerInput = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "Send the hash of the round that you read."),
  remark: words(4000),
  answers: z
    .array(
      z
        .object({
          clauseId: z.uuid(),
          answer: z.enum(names(answerKinds), "Say whether you accept this clause."),
          text: words(20_000),
          remark: words(4000),
        })
        .refine((each) => each.answer !== "text" || each.text !== "", {
          path: ["text"],
          message: "Write the text that you propose.",
        })
        .refine((each) => each.answer !== "remark" || each.remark !== "", {
          path: ["remark"],
          message: "Write your remark.",
        }),
    )
    .max(200),
});
export type AnswerInput = z.output<typeof answerInput>;

/** What becomes of an answer. Of a counter: the rank of a fallback, or a text of counsel's own. */
export const decisionInput = z
  .object({
    decision: z.enum(names(decisions), "Accept, refuse or counter it."),
    fallbackRank: z.number().int().min(1).max(5).nullable().default(null),
    text: words(20_000),
    note: words(2000),
  })
  .refine((d) => d.decision !== "countered" || d.fallbackRank !== null || d.text !== "", {
    path: ["text"],
    message: "Choose a fallback, or write the text that you propose.",
  })
  .refine((d) => d.decision !== "refused" || d.note !== "", {
    path: ["note"],
    message: "Say why: the vendor reads it.",
  });
export type DecisionInput = z.output<typeof decisionInput>;

const piece = z.object({ kind: z.enum(["same", "gone", "new"]), text: z.string() });
const change = z.object({
  kind: z.enum(names(changeKinds)),
  before: z.string(),
  after: z.string(),
  around: z.string(),
});
const status = z.enum(names(roundStatuses));

const answered = z.object({
  id: z.string(),
  answer: z.enum(names(answerKinds)),
  text: z.string(),
  remark: z.string(),
  decision: z.enum(names(decisions)).nullable(),
  counterText: z.string().nullable(),
  fallbackRank: z.number().nullable(),
  note: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: instantField.nullable(),
  version: z.number(),
  /** Our text and theirs word by word; null where they propose none. */
  pieces: z.array(piece).nullable(),
  changes: z.array(change),
});

/** A clause of a round as members see it. */
const roundClause = z.object({
  id: z.string(),
  position: z.number(),
  name: z.string(),
  citation: z.string(),
  text: z.string(),
  changeable: z.boolean(),
  /** Where it differs from what the round before sent; null where nothing does. */
  sinceLast: z.array(piece).nullable(),
  answer: answered.nullable(),
  fallbacks: z.array(
    z.object({ rank: z.number(), text: z.string(), by: z.string(), mine: z.boolean() }),
  ),
  /** Who may take their text, in words, and whether this person is one. */
  accepts: z.object({ by: z.string(), mine: z.boolean() }),
});
const fileRow = z.object({
  id: z.string(),
  fileId: z.string(),
  name: z.string(),
  sentAt: instantField,
  unsearchable: z.string().nullable(),
  changes: z.array(change).nullable(),
});
const head = {
  id: z.string(),
  roundNo: z.number(),
  status,
  sha256: z.string(),
  /** Whether the content as stored still has this hash. */
  intact: z.boolean(),
  message: z.string(),
  answerBy: dayField,
  sentAt: instantField,
  answeredAt: instantField.nullable(),
  remark: z.string(),
  endedReason: z.string().nullable(),
  version: z.number(),
  terms: z.array(z.object({ label: z.string(), value: z.string() })),
};

export const roundDetail = z
  .object({
    ...head,
    sentBy: z.string().nullable(),
    /** Terms that the round before had otherwise. */
    termsBefore: z.array(z.object({ label: z.string(), value: z.string() })),
    clauses: z.array(roundClause),
    files: z.array(fileRow),
    canWithdraw: z.boolean(),
    canDecide: z.boolean(),
    mayWrite: z.boolean(),
  })
  .meta({ id: "NegotiationRound" });
export type RoundDetail = z.output<typeof roundDetail>;
export type RoundClause = z.output<typeof roundClause>;

/** What a vendor sees of a round: never our fallbacks, nor who of us may take what. */
export const vendorRound = z
  .object({
    ...head,
    agency: z.string(),
    contractNumber: z.string(),
    contractTitle: z.string(),
    clauses: z.array(
      z.object({
        ...roundClause.pick({
          id: true,
          position: true,
          name: true,
          citation: true,
          text: true,
          changeable: true,
          sinceLast: true,
        }).shape,
        answer: answered
          .pick({
            answer: true,
            text: true,
            remark: true,
            decision: true,
            counterText: true,
            note: true,
          })
          .nullable(),
      }),
    ),
    files: z.array(fileRow.pick({ id: true, name: true, sentAt: true, unsearchable: true })),
  })
  .meta({ id: "VendorNegotiationRound" });
export type VendorRound = z.output<typeof vendorRound>;

export const vendorRoundRow = z
  .object({
    id: z.string(),
    orgId: z.string(),
    agency: z.string(),
    contractNumber: z.string(),
    contractTitle: z.string(),
    roundNo: z.number(),
    status,
    answerBy: dayField,
    sentAt: instantField,
  })
  .meta({ id: "VendorNegotiation" });
export type VendorRoundRow = z.output<typeof vendorRoundRow>;
