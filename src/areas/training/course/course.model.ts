import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { certificateFields } from "../certificate/certificate.model.ts";

const lesson = z.object({
  title: z.string().trim().min(2, "Name the lesson.").max(200),
  text: z.string().trim().min(1, "Write what it teaches.").max(20_000),
});
export type Lesson = z.output<typeof lesson>;
const whole = (most: number) => z.number().int().min(0).max(most);

/** A course as an agency writes it: lessons, questions drawn of its bank, the certificate behind it. */
export const courseInput = z.object({
  name: z.string().trim().min(3, "Name the course.").max(120),
  code: certificateFields.code,
  about: z.string().trim().min(3, "Say what it is for.").max(1000),
  months: z.number().int().min(1).max(240).nullable().default(null),
  minutes: whole(10_000).default(0),
  outside: z.boolean().default(false),
  asks: whole(100).default(0),
  passPercent: z.number().int().min(1).max(100).default(80),
  lessons: z.array(lesson).max(50).default([]),
  prerequisites: z.array(certificateFields.code).max(20).default([]),
});
export type CourseInput = z.output<typeof courseInput>;

export const courseRow = z
  .object({
    ...courseInput.shape,
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "TrainingCourse" });
export type CourseRow = z.output<typeof courseRow>;

/** A question as somebody writes it. Which options are right is written and never read again. */
export const questionInput = z
  .strictObject({
    courseId: z.uuid(),
    text: z.string().trim().min(5, "Write the question.").max(1000),
    options: z
      .array(z.string().trim().min(1, "Write the answer.").max(500))
      .min(2, "Offer at least two answers.")
      .max(8),
    right: z.array(z.number().int().min(0).max(7)).min(1, "Say which answer is right.").max(8),
  })
  .superRefine(({ options, right }, context) => {
    if (right.some((at) => at >= options.length))
      context.addIssue({
        ...{ code: "custom", path: ["right"], message: "This answer is not among those offered." },
      });
  });
export type QuestionInput = z.output<typeof questionInput>;

/** A question as it is asked: without what is right. */
export const askedQuestion = z
  .object({
    id: z.string(),
    text: z.string(),
    options: z.array(z.string()),
    several: z.boolean(),
  })
  .meta({ id: "CourseQuestion" });
export type AskedQuestion = z.output<typeof askedQuestion>;
