import { z } from "zod";

const code = z.object({ code: z.string(), what: z.string() });
export const unitRow = z.object({
  id: z.string(),
  unit: z.string(),
  minutes: z.number(),
  named: code.nullable(),
  /** Horsepower or capacity by which it was named. */
  size: z.string(),
  proposed: code.nullable(),
});
export type UnitRow = z.output<typeof unitRow>;
export const codeInput = z.object({
  code: z.string().trim().min(3, "Enter the code.").max(12),
  size: z.string().trim().min(2, "Say its horsepower or capacity, as on its plate.").max(80),
});
export type CodeInput = z.output<typeof codeInput>;
