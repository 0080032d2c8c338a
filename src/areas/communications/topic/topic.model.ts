import { z } from "zod";
import { keptBySilence } from "#kernel/fields.ts";

const topicFields = {
  name: z.string().trim().min(1, "Enter a name.").max(80),
  about: z.string().trim().max(300).default(""),
  active: z.boolean().default(true),
};
export const topicInput = z.object(topicFields);
export type TopicInput = z.output<typeof topicInput>;
/** A change: one that says nothing of it offers no retired topic again. */
export const topicChange = keptBySilence(topicFields, ["active"]);

export const topicRow = z
  .object({
    id: z.string(),
    name: z.string(),
    about: z.string(),
    active: z.boolean(),
    subscribers: z.number(),
    version: z.number(),
  })
  .meta({ id: "NoticeTopic" });
export type TopicRow = z.output<typeof topicRow>;

/** What a visitor asks for: notices of one topic, or of all. */
export const subscriptionInput = z.object({
  email: z.email("Enter an email address such as name@example.org.").max(254),
  topicId: z.union([z.uuid("Choose a topic."), z.literal("all")]),
  website: z.string().max(500).default(""),
});
