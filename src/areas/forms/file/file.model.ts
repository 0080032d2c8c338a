import { z } from "zod";

/** A file of an answer, as screens show it; `held`: why the virus scanner gives it to nobody. */
export const formFileShape = z
  .object({
    id: z.string(),
    question: z.string(),
    name: z.string(),
    size: z.number(),
    mediaType: z.string(),
    held: z.enum(["waiting", "infected", "unscannable"]).nullable(),
  })
  .meta({ id: "FormFile" });
export type FormFile = z.output<typeof formFileShape>;

/** What is said beside an upload: the version of the form, and the question. */
export const uploadOf = z.object({
  formId: z.uuid("Open the form again."),
  question: z.string().min(1, "Say for which question.").max(60),
});
/** The same of a visitor, with the id of their submission and its key. */
export const publicUploadOf = uploadOf.extend({
  id: z.uuid("Open the form again."),
  key: z.string().min(20).max(100),
});

export const begunShape = z.object({ id: z.string(), key: z.string() });

/** Bounds that keep uploads of one holder (a person, a vendor, a visitor's submission) small. */
export const holderLimits = { files: 40, megabytes: 200 } as const;
/** The same of one network address within a day; uploads of an hour are counted besides. */
export const senderLimits = { files: 200, megabytes: 1000 } as const;
/** So many days an upload that was sent with nothing is kept. */
export const unusedDays = 7;
