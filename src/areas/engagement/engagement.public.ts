import { z } from "zod";

/** The answer of a public form: what the person reads. */
export const said = z.object({ message: z.string() });
export { feedbackTypes } from "./feedback/feedback.labels.ts";
