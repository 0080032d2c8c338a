import { z } from "zod";

const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, "Enter a color such as #1E40AF.")
  .or(z.literal(""));

/** How an assistant presents itself; what is left empty is the agency's. */
export const lookInput = z.object({
  name: z.string().trim().min(1, "Say what the assistant is called here.").max(80),
  companyName: z.string().trim().max(80).default(""),
  primaryColor: color.default(""),
  secondaryColor: color.default(""),
  welcomeMessage: z.string().trim().max(400).default(""),
});
export type LookInput = z.output<typeof lookInput>;

export const lookRow = lookInput.extend({ id: z.string(), version: z.number() });
export type LookRow = z.output<typeof lookRow>;
export const lookRows = z.object({ items: z.array(lookRow) });
