import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import { measureRow, questionInput } from "../figure/figure.model.ts";
import { chartKinds } from "../report/report.labels.ts";

export const readyRow = z.object({
  id: z.string(),
  name: z.string(),
  /** What it answers. */
  says: z.string(),
  formula: z.string(),
  citation: z.string().nullable(),
  readers: z.array(z.string()),
  /** It is for a duty that the reader has. */
  mine: z.boolean(),
  question: questionInput.nullable(),
  chart: z.enum(names(chartKinds)).nullable(),
  measures: z.array(measureRow),
  /** The screen of a standing report, or the own one of a question. */
  page: z.string().nullable(),
  /** Its first figure: what it is called, its unit and what it is now. */
  figure: z.string().nullable(),
  unit: z.enum(["cents", "count", "percent", "days"]).nullable(),
  value: z.number().nullable(),
  why: z.string().nullable(),
  keptAt: instantField.nullable(),
});
export type ReadyRow = z.output<typeof readyRow>;
