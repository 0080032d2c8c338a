import { z } from "zod";

/** A letter of a record by a template in force. */
export const letterInput = z.object({
  templateId: z.uuid("Choose a template."),
  objectId: z.uuid("Choose a record.").nullish(),
  /** Of a mail: to whom it goes. */
  to: z.email("Enter an e-mail address such as name@example.org.").max(254).nullish(),
});
export type LetterInput = z.output<typeof letterInput>;

/** What became of it: a paper that is attached to the record, and whether a mail took it along. */
export const letterMade = z.object({
  fileId: z.string(),
  name: z.string(),
  attachmentId: z.string().nullable(),
  mailed: z.boolean(),
});
export type LetterMade = z.output<typeof letterMade>;

export const letterShown = z.object({ subject: z.string(), text: z.string() });
export type LetterShown = z.output<typeof letterShown>;
