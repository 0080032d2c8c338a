import { z } from "zod";
import { offeredAction, patchOf } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { endedPermit, permitShape } from "../permit/permit.model.ts";
import {
  holdReasons,
  workKinds,
  workOrderStatuses,
  workPriorities,
  type HoldReason,
  type WorkKind,
  type WorkOrderStatus,
  type WorkPriority,
} from "./work-order.labels.ts";
const short = (most: number) => z.string().trim().max(most).default("");
const optional = <T extends z.ZodType>(field: T) =>
  z
    .literal("")
    .or(field)
    .nullish()
    .transform((value) => (value === "" ? null : (value ?? null)) as z.output<T> | null);
const day = optional(z.iso.date("Enter a day."));

const kind = z.enum(names<WorkKind>(workKinds), "Choose a kind.");
const priority = z.enum(names<WorkPriority>(workPriorities), "Choose a priority.");

/** The fields of a work order, said once: form, API and answers derive from them. */
export const workOrderFields = {
  title: z.string().trim().min(1, "Say what is to be done.").max(200).meta({ title: "Work" }),
  description: short(10_000).meta({ title: "Description" }),
  kind: kind.default("corrective").meta({ title: "Kind" }),
  priority: priority.default("normal").meta({ title: "Priority" }),
  assetId: optional(z.uuid()).meta({ title: "Asset" }),
  placeId: optional(z.uuid()).meta({ title: "Place" }),
  location: short(300).meta({ title: "Where exactly" }),
  departmentId: optional(z.uuid()).meta({ title: "Department" }),
  dueOn: day.meta({ title: "Due on" }),
  estimateCents: z
    .number("Enter an amount such as 1,234.56.")
    .int()
    .min(0)
    .max(9e14)
    .nullish()
    .transform((c) => c ?? null)
    .meta({ title: "Estimate" }),
  estimateMinutes: optional(z.coerce.number().int().min(0).max(600_000)).meta({
    title: "Estimated minutes",
  }),
  lockout: z.boolean().default(false).meta({ title: "Lockout demanded" }),
  lockoutBy: short(200).meta({ title: "Locked out by" }),
  confinedSpace: z.boolean().default(false).meta({ title: "In a confined space" }),
  hotWork: z.boolean().default(false).meta({ title: "Hot work" }),
  digs: z.boolean().default(false).meta({ title: "The job digs" }),
  locateTicket: short(60).meta({ title: "Utility locate ticket" }),
  locateUntil: day.meta({ title: "Ticket holds until" }),
  certificates: short(300).meta({ title: "Certificates demanded" }),
};

const taskInput = z.object({
  title: z.string().trim().min(1, "Say what is to be done.").max(300),
  mandatory: z.boolean().default(false),
});
export const workOrderInput = z.object({
  ...workOrderFields,
  tasks: z.array(taskInput).max(100).default([]).meta({ title: "Tasks" }),
  serviceRequestId: z.uuid().nullish(),
});
export type WorkOrderInput = z.input<typeof workOrderInput>;
export type NewWork = z.output<typeof workOrderInput>;
export const workOrderPatch = patchOf(workOrderFields);
export type WorkOrderPatch = z.output<typeof workOrderPatch>;

export const scheduleInput = z.object({
  scheduledOn: z.iso.date("Enter the day."),
  leadId: z.uuid("Choose who leads the work."),
  /** Who goes along. Left out, the crew stays as it is. */
  members: z
    .array(z.strictObject({ personId: z.uuid("Choose a person.") }))
    .max(30, "A crew has 30 members at most.")
    .optional(),
});
export const holdInput = z.object({
  because: z.enum(names<HoldReason>(holdReasons), "Say what it waits for."),
});
export const completeInput = z.object({
  problem: short(2000),
  cause: short(2000),
  remedy: z.string().trim().min(3, "Say what was done.").max(2000),
  problemCode: short(20),
  causeCode: short(20),
  remedyCode: short(20),
});

const status = z.enum(names<WorkOrderStatus>(workOrderStatuses));
export const workOrderRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status,
    title: z.string(),
    kind,
    priority,
    asset: z.string().nullable(),
    assetId: z.string().nullable(),
    location: z.string(),
    department: z.string().nullable(),
    lead: z.string().nullable(),
    scheduledOn: dayField.nullable(),
    dueOn: dayField.nullable(),
    estimateMinutes: z.number().nullable(),
    late: z.boolean(),
    createdAt: instantField,
    version: z.number(),
  })
  .meta({ id: "WorkOrder" });
export type WorkOrderRow = z.output<typeof workOrderRow>;

const crewMember = z.object({ id: z.string(), name: z.string() });
export type CrewMember = z.output<typeof crewMember>;

const workTask = z.object({
  id: z.string(),
  lineNo: z.number(),
  title: z.string(),
  mandatory: z.boolean(),
  doneAt: instantField.nullable(),
  doneBy: z.string().nullable(),
});
export type WorkTask = z.output<typeof workTask>;

export const workOrderDetail = workOrderRow
  .extend({
    description: z.string(),
    placeId: z.string().nullable(),
    place: z.string().nullable(),
    departmentId: z.string().nullable(),
    leadId: z.string().nullable(),
    estimateCents: z.number().nullable(),
    lockout: z.boolean(),
    lockoutBy: z.string(),
    confinedSpace: z.boolean(),
    hotWork: z.boolean(),
    permits: z.array(permitShape),
    endedPermits: z.array(endedPermit),
    crew: z.array(crewMember),
    digs: z.boolean(),
    locateTicket: z.string(),
    locateUntil: dayField.nullable(),
    certificates: z.string(),
    demanded: z.object({
      codes: z.array(z.string()),
      /** Those that nobody has shown or acknowledged. */
      lacking: z.array(z.string()),
      closed: z
        .string()
        .nullable()
        .meta({ description: "why the agency keeps the work from who leads it" }),
      acknowledgedBy: z.string().nullable(),
    }),
    holdBecause: z.enum(names<HoldReason>(holdReasons)).nullable(),
    requestedBy: z.string().nullable(),
    requester: z.string().nullable(),
    approver: z.string().nullable(),
    startedAt: instantField.nullable(),
    completedAt: instantField.nullable(),
    problem: z.string(),
    cause: z.string(),
    remedy: z.string(),
    problemCode: z.string(),
    causeCode: z.string(),
    remedyCode: z.string(),
    statusReason: z.string().nullable(),
    serviceRequest: z.object({ id: z.string(), number: z.string() }).nullable(),
    /** Where its asset stands, or where a resident pointed to. */
    latitude: z.string().nullable(),
    longitude: z.string().nullable(),
    /** The newest photo of the work, or of its asset. */
    photoId: z.string().nullable(),
    /** What the resident who reported it added. */
    additions: z.array(
      z.object({
        id: z.string(),
        words: z.string(),
        photoId: z.string().nullable(),
        reopens: z.boolean(),
        createdAt: instantField,
      }),
    ),
    follows: z.object({ id: z.string(), number: z.string() }).nullable(),
    /** The asset's warranty is still in force on the agency's day: claim it first. */
    warrantyUntil: dayField.nullable(),
    tasks: z.array(workTask),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "WorkOrderDetail" });
export type WorkOrderDetail = z.output<typeof workOrderDetail>;
