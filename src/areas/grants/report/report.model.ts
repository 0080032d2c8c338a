import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { milestoneStatuses } from "../milestone/milestone.labels.ts";
import { formSheet } from "../federal-form/sheet.model.ts";
import { reportKinds, reportStatuses, type ReportStatus } from "./report.labels.ts";

export const reportRow = z
  .object({
    id: z.string(),
    number: z.string(),
    kind: z.enum(names<keyof typeof reportKinds>(reportKinds)),
    status: z.enum(names<ReportStatus>(reportStatuses)),
    awardId: z.string(),
    award: z.string(),
    awardTitle: z.string(),
    grantor: z.string(),
    periodFrom: dayField,
    periodTo: dayField,
    dueOn: dayField,
    final: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "GrantReport" });
export type Report = z.output<typeof reportRow>;

const cell = z.object({
  line: z.string(),
  label: z.string(),
  cents: z.number(),
  how: z.string(),
  rows: z.enum(["received", "costs", "committed", "award", "match", "none"]),
});
export const reportDetail = reportRow
  .extend({
    narrative: z.string(),
    preparedBy: z.string().nullable(),
    certifiedBy: z.string().nullable(),
    certifiedAt: instantField.nullable(),
    certificate: z.string().nullable(),
    submittedOn: dayField.nullable(),
    reference: z.string(),
    /** Why the certifier sent it back, until it is prepared anew. */
    statusReason: z.string().nullable(),
    cells: z.array(cell),
    /** The federal form as the report fills it in. */
    sheet: formSheet,
    /** True where the cells are those that were certified, not today's. */
    frozen: z.boolean(),
    /** The day at whose end the books are cut. */
    cutOn: dayField,
    differences: z.array(z.string()),
    costs: z.array(
      z.object({
        id: z.string(),
        documentNumber: z.string(),
        documentId: z.string(),
        source: z.enum(["invoice", "payroll", "transfer", "stock"]),
        description: z.string(),
        paidOn: dayField.nullable(),
        paid: z.number(),
      }),
    ),
    received: z.array(
      z.object({ id: z.string(), number: z.string(), on: dayField, cents: z.number() }),
    ),
    milestones: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        plannedOn: dayField,
        status: z.enum(names(milestoneStatuses)),
        outcome: z.string(),
      }),
    ),
    actions: z.array(offeredAction),
  })
  .meta({ id: "GrantReportDetail" });
export type ReportDetail = z.output<typeof reportDetail>;

export const sefaRow = z.object({
  assistanceListing: z.string(),
  grantor: z.string(),
  program: z.string(),
  awards: z.string(),
  expended: z.number(),
  received: z.number(),
});
export type SefaRow = z.output<typeof sefaRow>;
