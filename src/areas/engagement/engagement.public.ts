import { z } from "zod";

/** The answer of a public form: what the person reads. */
export const said = z.object({
  message: z.string(),
  /** What the person may take at once: a file behind a path of this site. */
  take: z.object({ label: z.string(), href: z.string() }).optional(),
});
export type Taken = NonNullable<z.output<typeof said>["take"]>;
export { feedbackTypes } from "./feedback/feedback.labels.ts";
export { serviceCycle, type ServiceStatus } from "./service/service.labels.ts";
