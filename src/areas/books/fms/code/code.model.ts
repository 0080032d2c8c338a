import { z } from "zod";
import { formatDate } from "#kernel/dates.ts";
import { names } from "#kernel/labels.ts";
import { dayField } from "#kernel/time-fields.ts";
import type { Day } from "#kernel/time.ts";
import type { CodeStanding } from "./code.labels.ts";
import { mappingKinds } from "../mapping/mapping.labels.ts";

/** A code that the finance system has; without days it always posts to it. */
export const codeInput = z.object({
  kind: z.enum(names(mappingKinds)),
  code: z.string().trim().min(1, "Name the code of the finance system.").max(120),
  name: z.string().trim().min(1, "Say what it is called there.").max(200),
  fromDay: dayField.nullable().default(null),
  toDay: dayField.nullable().default(null),
});
export type CodeInput = z.output<typeof codeInput>;

export const codeRow = z
  .object({
    id: z.string(),
    kind: z.enum(names(mappingKinds)),
    code: z.string(),
    name: z.string(),
    fromDay: dayField.nullable(),
    toDay: dayField.nullable(),
    version: z.number(),
  })
  .meta({ id: "FinanceSystemCode" });
export type CodeRow = z.output<typeof codeRow>;

/**
 * A code as the chart of its kind has it: `charted` where a chart of the kind was taken in, `known`
 * where it has the code, which holds from `validFrom` through `validTo`.
 */
export type Charted = {
  charted: boolean;
  known: boolean;
  validFrom: Day | null;
  validTo: Day | null;
};

/**
 * What keeps the finance system from taking its code on a day, as the end of a sentence; null for
 * nothing, as where no chart of the kind was taken in.
 */
export const keptFrom = (
  { charted, known, validFrom, validTo }: Charted,
  on: Day,
): string | null => {
  if (!charted) return null;
  if (!known) return "is not in the chart of the finance system";
  if (validFrom !== null && on < validFrom)
    return `is valid in the finance system from ${formatDate(validFrom)} on`;
  if (validTo !== null && validTo < on)
    return `was valid in the finance system through ${formatDate(validTo)}`;
  return null;
};

/** How a code that a new mapping names stands in its chart: such a mapping has no end yet. */
export const standingOf = ({ charted, validTo }: Charted): CodeStanding => {
  if (!charted) return "unchecked";
  return validTo === null ? "known" : "apart";
};
