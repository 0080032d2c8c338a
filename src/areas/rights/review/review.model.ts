import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { duties } from "#roles.ts";

const itemRow = z
  .object({
    id: z.string(),
    personId: z.string(),
    personName: z.string(),
    departmentName: z.string().nullable(),
    kind: z.enum(["role", "duty", "delegation"]),
    held: z.string().meta({ description: "the role or duty, or to whom approvals are delegated" }),
    giverName: z.string().nullable(),
    source: z.string(),
    reason: z.string(),
    since: instantField,
    until: instantField.nullable(),
    lastUsedOn: dayField.nullable(),
    reviewerName: z.string().nullable(),
    decision: z.enum(["keep", "change", "end"]).nullable(),
    newUntil: instantField.nullable(),
    note: z.string(),
    decidedByName: z.string().nullable(),
    decidedAt: instantField.nullable(),
    mayAnswer: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "RightsReviewItem" });
export type ItemRow = z.infer<typeof itemRow>;

export const reviewRow = z
  .object({
    id: z.string(),
    number: z.string(),
    name: z.string(),
    scope: z.enum(["all", "department", "duty"]),
    scopeName: z.string(),
    reviewerName: z.string().nullable(),
    dueAt: instantField,
    frozenAt: instantField,
    status: z.enum(["open", "closed"]),
    escalatedAt: instantField.nullable(),
    closedAt: instantField.nullable(),
    digest: z.string().nullable(),
    total: z.number(),
    answered: z.number(),
    mine: z.number().meta({ description: "so many wait for your answer" }),
    version: z.number(),
  })
  .meta({ id: "RightsReview" });
export type ReviewRow = z.infer<typeof reviewRow>;

export const reviewPage = reviewRow.extend({ items: z.array(itemRow) });
export type ReviewPage = z.infer<typeof reviewPage>;

/** The fields of a review of rights. */
export const rightsReviewFields = {
  name: z.string().trim().min(3, "Give it a name.").max(120, "Name must be at most 120 characters"),
  scope: z.enum(["all", "department", "duty"]),
  departmentId: z.uuid("Choose a department.").nullable().default(null),
  duty: z.enum(duties).nullable().default(null),
  reviewerId: z.uuid("Choose a member.").nullable().default(null),
  dueAt: z.iso.datetime({ offset: true, message: "Enter a day and time" }),
};
export const reviewInput = z
  .object(rightsReviewFields)
  .refine((input) => input.scope !== "department" || input.departmentId !== null, {
    path: ["departmentId"],
    message: "Choose a department.",
  })
  .refine((input) => input.scope !== "duty" || input.duty !== null, {
    path: ["duty"],
    message: "Choose a duty.",
  });
export type ReviewInput = z.output<typeof reviewInput>;

export const answerInput = z
  .object({
    decision: z.enum(["keep", "change", "end"]),
    until: z.iso.datetime({ offset: true, message: "Enter a day" }).nullable().default(null),
    note: z.string().trim().max(500, "Note must be at most 500 characters").default(""),
  })
  .refine((answer) => answer.decision !== "change" || answer.until !== null, {
    path: ["until"],
    message: "Choose the day with which it ends.",
  })
  .refine((answer) => answer.decision === "keep" || answer.note.length >= 3, {
    path: ["note"],
    message: "Say why.",
  });
export type AnswerInput = z.output<typeof answerInput>;
