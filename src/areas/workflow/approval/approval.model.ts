import { z } from "zod";
import { heldAs } from "#kernel/record-form.ts";
import { instantField, instantInput } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { approvableTypes } from "../policy/policy.labels.ts";

const type = z.enum(names(approvableTypes));
export const approvalRow = z
  .object({
    id: z.string(),
    documentType: type,
    documentId: z.string(),
    documentNumber: z.string(),
    title: z.string(),
    amount: z.number(),
    requester: z.string().nullable(),
    requesterId: z.string().nullable(),
    /** What approvers should know before they open it, as that like purchases cross a threshold. */ warning:
      z.string().nullable(),
    department: z.string().nullable(),
    policy: z.string(),
    step: z.string().nullable(),
    status: z.enum(["pending", "approved", "returned", "rejected", "withdrawn"]),
    requestedAt: instantField,
    dueAt: instantField.nullable(),
    mine: z.boolean(),
    /** In whose name the reader would decide it: from whoever handed it to them on; empty where it is their own. */ behalf:
      z.array(z.string()),
    version: z.number(),
  })
  .meta({ id: "Approval" });
export type Approval = z.output<typeof approvalRow>;

const assignee = z.object({
  personId: z.string(),
  name: z.string(),
  decision: z.enum(["approve", "return", "reject"]).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instantField.nullable(),
  comment: z.string().nullable(),
  /** Between the person and who decided: from the decider's nearest on. */ via: z.array(
    z.string(),
  ),
  /** Where the person is away and has not decided: whom it reaches now. */ reaches: z.array(
    z.string(),
  ),
});
export const approvalDetail = approvalRow
  .extend({
    steps: z.array(
      z.object({
        id: z.string(),
        stage: z.number(),
        name: z.string(),
        mode: z.enum(["all", "any", "quorum"]),
        quorum: z.number(),
        status: z.enum(["waiting", "open", "approved", "stopped"]),
        dueAt: instantField.nullable(),
        assignees: z.array(assignee),
      }),
    ),
    summary: z.object({
      href: z.string(),
      facts: z.array(z.object({ label: z.string(), value: z.string() })),
      lines: z.array(
        z.object({
          description: z.string(),
          quantity: z.string(),
          unitPrice: z.string(),
          amount: z.number(),
        }),
      ),
      budget: z.array(
        z
          .object({
            code: z.string(),
            fund: z.string(),
            budget: z.number(),
            preEncumbered: z.number(),
            encumbered: z.number(),
            expended: z.number(),
            available: z.number(),
            stop: z.enum(["hard", "soft"]),
            amount: z.number(),
            before: z.number().optional(),
            after: z.number().optional(),
          })
          .loose(),
      ),
      checks: z.array(
        z.object({ ok: z.boolean(), text: z.string(), citation: z.string().optional() }),
      ),
    }),
    /** Files attached to the document. */
    documents: z.array(z.object({ fileId: z.string(), name: z.string(), size: z.number() })),
    canDecide: z.boolean(),
    whyNot: z.string().nullable(),
  })
  .meta({ id: "ApprovalDetail" });
export type ApprovalDetail = z.output<typeof approvalDetail>;

export const decisionInput = z.object({ comment: z.string().trim().max(2000).default("") });
export const bulkInput = z.object({
  items: z
    .array(z.object({ id: z.uuid(), version: z.number().int() }))
    .min(1, "Select at least one.")
    .max(100),
  comment: z.string().trim().max(2000).default(""),
});
export const bulkAnswer = z.object({
  approved: z.number(),
  refused: z.array(z.object({ id: z.string(), number: z.string(), reason: z.string() })),
});

/** The fields of a delegation of approvals. */
export const delegationFields = {
  toPersonId: z.uuid("Choose a person."),
  startsAt: z.iso.datetime({ offset: true }),
  endsAt: heldAs("endOfDay", instantInput("Enter the last day.")),
  documentTypes: z.array(type).default([]),
  note: z.string().trim().max(500).default(""),
};
export const delegationInput = z
  .object(delegationFields)
  .refine((d) => Date.parse(d.endsAt) > Date.parse(d.startsAt), {
    path: ["endsAt"],
    message: "The delegation ends before it begins.",
  });
/**
 * A delegation by which approvals go on from a receiver who is away, in the part of the span that
 * it concerns.
 */
export const delegationHop = z.object({
  fromName: z.string(),
  toName: z.string(),
  startsAt: instantField,
  endsAt: instantField,
  documentTypes: z.array(type),
  active: z.boolean(),
});
export type DelegationHop = z.output<typeof delegationHop>;
export const onwardQuery = z.object({
  toPersonId: z.uuid("Choose a person."),
  startsAt: z.iso.datetime({ offset: true }),
  endsAt: z.iso.datetime({ offset: true }),
  documentTypes: z
    .string()
    .default("")
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(type)),
});
export const delegationRow = z
  .object({
    id: z.string(),
    fromName: z.string(),
    fromPersonId: z.string(),
    toName: z.string(),
    toPersonId: z.string(),
    startsAt: instantField,
    endsAt: instantField,
    documentTypes: z.array(z.string()),
    note: z.string(),
    active: z.boolean(),
    version: z.number(),
    /** Where it goes on to while its receiver is away. */
    onward: z.array(delegationHop),
    /** Whose approvals come along now, because they delegated to the giver. */
    along: z.array(z.string()),
  })
  .meta({ id: "Delegation" });
export type Delegation = z.output<typeof delegationRow>;
