import { z } from "zod";

/**
 * SPEC 7: the whole history with the new message. A body names no other role than these two, and
 * what it claims widens nothing.
 */
export const chatRequest = z.object({
  messages: z
    .array(
      z.object({
        role: z.enum(["user", "assistant"]),
        content: z.string().max(8000, "At most 8,000 characters"),
      }),
    )
    .min(1, "Say something")
    .max(100, "At most 100 messages")
    .refine(
      (messages) => messages.at(-1)?.role === "user" && messages.at(-1)!.content.trim() !== "",
      "The last message must be yours, and not empty",
    ),
  isPublic: z.boolean().optional(),
});
export type ChatMessage = z.output<typeof chatRequest>["messages"][number];
