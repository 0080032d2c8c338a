import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import { populationRow } from "../sample/sample.model.ts";
import { procedureStatuses } from "./procedure.labels.ts";

export const procedureInput = z.strictObject({
  title: z.string().trim().min(3, "Say what is to be found out.").max(200),
  steps: z.string().trim().max(8000).default(""),
  /** The clause that it tests, by its number. */
  clause: z.string().trim().max(120).default(""),
});
export type ProcedureInput = z.output<typeof procedureInput>;

export const prepareInput = z.strictObject({
  result: z.string().trim().min(3, "Say what was done and seen.").max(8000),
});

export const procedureRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(procedureStatuses)),
    auditId: z.string(),
    title: z.string(),
    clause: z.string(),
    version: z.number(),
  })
  .meta({ id: "AuditProcedure" });
export type ProcedureRow = z.output<typeof procedureRow>;

export const procedureDetail = procedureRow
  .extend({
    audit: z.string(),
    auditStatus: z.string(),
    steps: z.string(),
    result: z.string(),
    preparer: z.string().nullable(),
    preparedAt: instantField.nullable(),
    reviewer: z.string().nullable(),
    reviewedAt: instantField.nullable(),
    populations: z.array(populationRow),
    mine: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "AuditProcedureDetail" });
export type ProcedureDetail = z.output<typeof procedureDetail>;
