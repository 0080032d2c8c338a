import { z } from "zod";

/** What a step of a record may say, as its dialog sends it. */
export const stepInput = z.object({ reason: z.string().trim().max(2000).nullish() });
