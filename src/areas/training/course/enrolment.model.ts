import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import { askedQuestion, courseInput } from "./course.model.ts";
import { enrolmentStatuses } from "./enrolment.labels.ts";

/** Enrols somebody in a course; without a person, oneself. */
export const enrolmentInput = z.strictObject({
  courseId: z.uuid("Choose a course."),
  personId: z.uuid().nullable().default(null),
  dueOn: dayInput().nullable().default(null),
});
export type EnrolmentInput = z.output<typeof enrolmentInput>;

export const answersInput = z.strictObject({
  answers: z.record(z.uuid(), z.array(z.number().int().min(0).max(7)).max(8)),
});
export type Answers = z.output<typeof answersInput>["answers"];

export const enrolmentRow = z
  .object({
    id: z.string(),
    number: z.string(),
    courseId: z.string(),
    courseName: z.string(),
    code: z.string(),
    personId: z.string(),
    personName: z.string(),
    departmentName: z.string(),
    attempt: z.number(),
    dueOn: dayField.nullable(),
    endedOn: dayField.nullable(),
    status: z.enum(names(enrolmentStatuses)),
    version: z.number(),
  })
  .meta({ id: "Enrolment" });
export type EnrolmentRow = z.output<typeof enrolmentRow>;

export const enrolmentDetail = enrolmentRow
  .extend({
    about: z.string(),
    outside: z.boolean(),
    lessons: courseInput.shape.lessons,
    asks: z.number(),
    passPercent: z.number(),
    questions: z.array(askedQuestion),
    answers: answersInput.shape.answers,
    rightCount: z.number().nullable(),
    certificateId: z.string().nullable(),
    statusReason: z.string(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "EnrolmentDetail" });
export type EnrolmentDetail = z.output<typeof enrolmentDetail>;
