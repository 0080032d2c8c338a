import { z } from "zod";

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
export const allMetInput = z.object({ bidId: z.uuid() });
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
  /** Why the chosen scenario departs from the published criteria, where it does. */
  departure: z.string().trim().max(4000).nullish(),
});
export type WritingInput = z.output<typeof writingInput>;
