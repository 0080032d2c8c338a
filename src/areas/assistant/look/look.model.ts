import { z } from "zod";

const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, "Enter a color such as #1E40AF.")
  .or(z.literal(""));

const text = (most: number) => z.string().trim().max(most);

/** How an assistant presents itself, changed as a whole; what is left empty is the agency's. */
export const lookChange = z.object({
  name: text(80).min(1, "Say what the assistant is called here."),
  companyName: text(80),
  primaryColor: color,
  secondaryColor: color,
  welcomeMessage: text(400),
});

/** The same of a new one: what is not said is the agency's. */
export const lookInput = lookChange.extend({
  companyName: text(80).default(""),
  primaryColor: color.default(""),
  secondaryColor: color.default(""),
  welcomeMessage: text(400).default(""),
});
export type LookInput = z.output<typeof lookInput>;

export const lookRow = lookChange.extend({ id: z.string(), version: z.number() });
export type LookRow = z.output<typeof lookRow>;
export const lookRows = z.object({ items: z.array(lookRow) });
