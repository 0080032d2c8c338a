import { z } from "zod";

const score = z
  .string()
  .trim()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, "Enter a number with at most two decimals.");
export const reviewerInput = z.object({ personId: z.uuid("Choose a person.") });
export const declarationInput = z.object({
  applications: z
    .array(
      z.object({
        applicationId: z.uuid(),
        conflict: z.boolean(),
        note: z.string().trim().max(1000).default(""),
      }),
    )
    .max(500),
});
export const recusalInput = z.object({
  reason: z.string().trim().min(5, "Say why in a sentence.").max(1000),
});
const cell = z.object({
  applicationId: z.uuid(),
  criterionId: z.uuid(),
  score,
  note: z.string().trim().max(2000).default(""),
});
export const scoresInput = z.object({
  scores: z.array(cell).max(5000),
  handIn: z.boolean().default(false),
});
export const consensusInput = z.object({
  applicationId: z.uuid(),
  criterionId: z.uuid(),
  score,
  comment: z.string().trim().min(5, "Say what you agreed on.").max(2000),
});

const spread = z.object({ low: z.string(), high: z.string(), wide: z.boolean() });
export const reviewView = z
  .object({
    criteria: z.array(
      z.object({ id: z.string(), name: z.string(), weight: z.number(), maxScore: z.number() }),
    ),
    applications: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        title: z.string(),
        applicant: z.string(),
        requested: z.number(),
        match: z.number(),
        status: z.string(),
      }),
    ),
    /** What the reader declared an interest in, and which. */
    conflicts: z.array(z.object({ id: z.string(), note: z.string() })),
    mine: z.array(
      z.object({
        applicationId: z.string(),
        criterionId: z.string(),
        score: z.string(),
        note: z.string(),
      }),
    ),
    /** Everybody's, once the scores are open; null while they are sealed, and for who has no part in them. */
    all: z
      .array(
        z.object({
          reviewer: z.string(),
          applicationId: z.string(),
          criterionId: z.string(),
          score: z.string(),
          note: z.string(),
        }),
      )
      .nullable(),
    consensus: z.array(
      z.object({
        applicationId: z.string(),
        criterionId: z.string(),
        score: z.string(),
        comment: z.string(),
        /** Null for who does not read the scores by name. */
        spread: spread.nullable(),
        /** Too far apart, and the reviewers have not agreed yet. */
        asks: z.boolean(),
      }),
    ),
    ranking: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        applicant: z.string(),
        requested: z.number(),
        rank: z.number(),
        total: z.string(),
        lines: z.array(z.object({ criterionId: z.string(), points: z.string(), step: z.string() })),
      }),
    ),
  })
  .meta({ id: "ProgramReview" });
export type ReviewView = z.output<typeof reviewView>;
