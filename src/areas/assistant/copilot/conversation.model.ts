import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";

/** What an answer rests on: what it is called, where it opens, and what it says. */
const shownSource = z.object({ name: z.string(), href: z.string(), text: z.string() });
export type ShownSource = z.output<typeof shownSource>;

export const questionInput = z.strictObject({
  question: z.string().trim().min(2, "Ask something.").max(4000, "At most 4,000 characters."),
});

export const conversationRow = z
  .object({ id: z.string(), title: z.string(), lastAt: instantField, version: z.number() })
  .meta({ id: "CopilotConversation" });
export type ConversationRow = z.output<typeof conversationRow>;

const change = z.object({
  label: z.string(),
  path: z.string().nullable(),
  from: z.string(),
  to: z.string(),
});
export const copilotMessage = z
  .object({
    id: z.string(),
    role: z.enum(["user", "assistant"]),
    text: z.string(),
    sources: z.array(shownSource),
    /** What it offers to do, once the person accepts it. */
    proposal: z.object({ label: z.string(), changes: z.array(change) }).nullable(),
    decided: z.enum(["accepted", "dismissed", "superseded"]).nullable(),
    said: z.string(),
    createdAt: instantField,
    version: z.number(),
  })
  .meta({ id: "CopilotMessage" });
export type CopilotMessage = z.output<typeof copilotMessage>;

export const conversationDetail = conversationRow
  .extend({ messages: z.array(copilotMessage) })
  .meta({ id: "CopilotConversationDetail" });
export type ConversationDetail = z.output<typeof conversationDetail>;

const waitingFinding = z.object({
  id: z.string(),
  agent: z.string(),
  number: z.string(),
  what: z.string(),
  subjectNumber: z.string(),
  cents: z.number(),
  dueOn: dayField.nullable(),
  proposed: z.string().nullable(),
});
const stuckRequest = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  amount: z.number(),
  /** In which step it waits, for whom. */
  step: z.string(),
  on: z.array(z.string()),
  requestedAt: instantField,
  dueAt: instantField.nullable(),
});

/** What waits for somebody, and what of theirs is stuck on others. */
export const copilotHome = z
  .object({
    approvals: z.number(),
    findings: z.object({ total: z.number(), cents: z.number(), items: z.array(waitingFinding) }),
    stuck: z.object({ total: z.number(), items: z.array(stuckRequest) }),
    /** Whether a language model betters the words. */
    model: z.boolean(),
    keepDays: z.number(),
  })
  .meta({ id: "CopilotHome" });
export type CopilotHome = z.output<typeof copilotHome>;

export const settingInput = z.strictObject({
  keepDays: z.coerce
    .number("Enter a number of days.")
    .int("Enter a whole number.")
    .min(1, "At least one day.")
    .max(3650, "Ten years at the most."),
});
