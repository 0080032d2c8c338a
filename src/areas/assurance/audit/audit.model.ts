import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import { auditKinds, auditStatuses, memberRoles } from "./audit.labels.ts";

/** What is typed of an audit. */
export const auditFields = {
  title: z.string().trim().min(3, "Say what is audited.").max(200),
  kind: z.enum(names(auditKinds), "Choose what kind of audit it is."),
  scope: z.string().trim().max(4000).default(""),
  fiscalYear: z.coerce.number("Enter the fiscal year.").int().min(2000).max(2200),
  startsOn: dayInput("Enter the day on which it starts."),
  reportDueOn: dayInput("Enter the day by which the report is due."),
  responseDueOn: dayInput().nullable().default(null),
  /** Who answers for the auditee. */
  contactId: z.uuid("Choose who answers for what is audited."),
  yearEndedOn: dayInput().nullable().default(null),
  reportedOn: dayInput().nullable().default(null),
  acceptedOn: dayInput().nullable().default(null),
};
export const auditInput = z
  .strictObject(auditFields)
  .refine((a) => a.reportDueOn >= a.startsOn, {
    path: ["reportDueOn"],
    message: "The report is not due before the audit starts.",
  })
  .refine((a) => !a.acceptedOn || !a.reportedOn || a.acceptedOn >= a.reportedOn, {
    path: ["acceptedOn"],
    message: "It was not accepted before the auditor reported.",
  });
export type AuditInput = z.output<typeof auditInput>;

export const memberInput = z.strictObject({
  personId: z.uuid("Choose who joins the team."),
  role: z.enum(["member", "outside"], "Choose what they do."),
  untilOn: dayInput().nullable().default(null),
});
export type MemberInput = z.output<typeof memberInput>;
export const leaveInput = z.strictObject({ personId: z.uuid("Choose who leaves the team.") });
export const declareInput = z.strictObject({
  independent: z.literal(true, "Declare it, or leave the team."),
  /** What could look like a threat, and what is done about it. */
  threats: z.string().trim().max(2000).default(""),
});

export const auditRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(auditStatuses)),
    title: z.string(),
    kind: z.enum(names(auditKinds)),
    fiscalYear: z.number(),
    startsOn: dayField,
    reportDueOn: dayField,
    leadName: z.string(),
    contactName: z.string(),
    issuedOn: dayField.nullable(),
    version: z.number(),
  })
  .meta({ id: "AssuranceAudit" });
export type AuditRow = z.output<typeof auditRow>;

const teamMember = z.object({
  personId: z.string(),
  name: z.string(),
  role: z.enum(names(memberRoles)),
  untilOn: dayField.nullable(),
  declaredOn: dayField.nullable(),
});

export const auditDetail = auditRow
  .extend({
    scope: z.string(),
    responseDueOn: dayField.nullable(),
    contactId: z.string(),
    yearEndedOn: dayField.nullable(),
    reportedOn: dayField.nullable(),
    acceptedOn: dayField.nullable(),
    closedOn: dayField.nullable(),
    team: z.array(teamMember),
    /** Whether the reader works on it, and whether they read its papers. */
    mine: z.boolean(),
    papers: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "AssuranceAuditDetail" });
export type AuditDetail = z.output<typeof auditDetail>;
