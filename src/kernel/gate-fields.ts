import { z } from "zod";

/** A finding of a last gate, as answers carry it. */
export const gateFinding = z.object({
  code: z.string(),
  sentence: z.string(),
  kind: z.enum(["stops", "decides"]),
});
