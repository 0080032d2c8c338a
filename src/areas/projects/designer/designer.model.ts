import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { decisions } from "../submittal/submittal.labels.ts";
import { linkLimits } from "./designer.limits.ts";

const recommendation = z.enum(names<keyof typeof decisions>(decisions));
const file = z.object({ id: z.string(), name: z.string() });

/** Whom a question or a submittal is sent to, and until which day the link works. */
export const designerInput = z.object({
  name: z.string().trim().min(2, "Enter the name.").max(120),
  email: z.email("Enter an email address.").max(200),
  firm: z.string().trim().max(120).default(""),
  untilOn: dayInput("Enter the last day of the link."),
});
export type DesignerInput = z.output<typeof designerInput>;

/** Who has a question or a submittal outside, and what came back. */
export const designerOf = z.object({
  id: z.string(),
  name: z.string(),
  firm: z.string(),
  /** Empty for whoever may not send links. */
  email: z.string(),
  untilOn: dayField,
  sentByName: z.string(),
  sentAt: instantField,
  answer: z.string(),
  recommendation: recommendation.nullable(),
  files: z.array(file),
  answeredAt: instantField.nullable(),
});
export type DesignerOf = z.output<typeof designerOf>;

const turn = z.object({
  what: z.string(),
  byName: z.string(),
  at: instantField,
  says: z.string(),
});

/** What a designer sees by a link: one question or one submittal, and nothing else of the project. */
export const designerView = z
  .object({
    agency: z.string(),
    timeZone: z.string(),
    kind: z.enum(["rfi", "submittal"]),
    number: z.string(),
    title: z.string(),
    project: z.string(),
    name: z.string(),
    firm: z.string(),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    dueOn: dayField.nullable(),
    untilOn: dayField,
    files: z.array(file),
    turns: z.array(turn),
    given: z
      .object({
        answer: z.string(),
        recommendation: recommendation.nullable(),
        files: z.array(file),
        at: instantField,
      })
      .nullable(),
    version: z.number(),
  })
  .meta({ id: "DesignerView" });
export type DesignerView = z.output<typeof designerView>;

/** What a designer answers; a submittal wants a recommendation with it. */
export const designerAnswer = z.object({
  answer: z.string().trim().min(3, "Write your answer.").max(20_000),
  recommendation: recommendation.nullable().default(null),
  fileIds: z.array(z.uuid()).max(linkLimits.files).default([]),
  version: z.number().int(),
});
export type DesignerAnswer = z.output<typeof designerAnswer>;
