import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import { eventSeverities } from "#areas/identity/identity.public.ts";
import { alertRow } from "../alert/alert.model.ts";
import { caseStatuses } from "./case.labels.ts";

export const caseRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    severity: z.enum(names(eventSeverities)),
    openedBy: z.string(),
    openedAt: instantField,
    status: z.enum(names(caseStatuses)),
    version: z.number(),
  })
  .meta({ id: "SecurityCase" });
export type CaseRow = z.output<typeof caseRow>;

export const caseDetail = caseRow
  .extend({
    finding: z.string().nullable(),
    closedAt: instantField.nullable(),
    alerts: z.array(alertRow),
    actions: z.array(offeredAction),
  })
  .meta({ id: "SecurityCaseDetail" });
export type CaseDetail = z.output<typeof caseDetail>;
