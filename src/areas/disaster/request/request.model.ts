import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import {
  categories,
  priorities,
  lineStates,
  requestCycle,
  requestSources,
  type LineState,
  type RequestStatus,
} from "./request.labels.ts";
const decimal = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,4})?$/, "Enter a number.");

const line = z.object({
  description: z.string().trim().min(2, "Say what is needed: kind and type.").max(500),
  quantity: decimal,
  unit: z.string().trim().min(1, "Name the unit.").max(20).default("each"),
  unitPrice: decimal.default("0"),
});
export const requestInput = z.object({
  incidentId: z.uuid("Choose an incident."),
  title: z.string().trim().min(3, "Say what is asked for.").max(160),
  priority: z.enum(names(priorities)).default("routine"),
  need: z.string().trim().min(10, "Say what it is for.").max(4000),
  category: z.enum(names(categories)).nullish(),
  deliverTo: z.string().trim().max(300).default(""),
  neededAt: z.iso.datetime({ offset: true, message: "Say when it is needed." }),
  lines: z.array(line).min(1, "Add a line.").max(50),
});
export type RequestInput = z.output<typeof requestInput>;

// Where a line comes from, or a part of it: parts of one line add up to its quantity.
const sourced = z.object({
  lineId: z.uuid(),
  source: z.enum(names(requestSources), "Say where it comes from."),
  supplier: z.string().trim().max(200).default(""),
  quantity: decimal.nullish(),
  /** Of own stock or crew: who gives it, and confirms it. */
  giverId: z.uuid().nullish(),
  /** Of own stock: the stores hold it now and issue it to the incident when it is given. */
  fromStores: z.boolean().nullish(),
  /** The order in force that it comes by. */
  purchaseOrderId: z.uuid().nullish(),
});
export type Sourced = z.output<typeof sourced>;
export const stepInput = z.object({
  reason: z.string().trim().max(2000).nullish(),
  sources: z.array(sourced).max(200).nullish(),
  /** Empty text says that it can wait for competition. */
  exigency: z.string().trim().max(4000).nullish(),
});
export type StepInput = z.output<typeof stepInput>;
export const giveInput = z.object({
  note: z.string().trim().min(3, "Say what was given, and by whom.").max(500),
});

export const requestRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    status: z.enum(names<RequestStatus>(requestCycle.statuses)),
    priority: z.enum(names(priorities)),
    incidentId: z.string(),
    incident: z.string(),
    requester: z.string().nullable(),
    neededAt: instantField,
    sources: z.string(),
    requisitionId: z.string().nullable(),
    requisition: z.string().nullable(),
    costCents: z.number(),
    version: z.number(),
  })
  .meta({ id: "ResourceRequest" });
export type ResourceRequest = z.output<typeof requestRow>;

export const requestDetail = requestRow
  .extend({
    need: z.string(),
    category: z.enum(names(categories)).nullable(),
    deliverTo: z.string(),
    exigency: z.string(),
    sectionApprover: z.string().nullable(),
    financeReviewer: z.string().nullable(),
    statusReason: z.string().nullable(),
    lines: z.array(
      z.object({
        id: z.string(),
        lineNo: z.number(),
        description: z.string(),
        quantity: z.string(),
        unit: z.string(),
        unitPrice: z.string(),
        source: z.enum(names(requestSources)).nullable(),
        supplier: z.string(),
        giver: z.string().nullable(),
        givenAt: instantField.nullable(),
        givenBy: z.string().nullable(),
        givenNote: z.string(),
        received: z.string(),
        orders: z.array(z.object({ id: z.string(), number: z.string() })),
        fromStores: z.boolean(),
        /** The number of the issue from the stores. */
        issued: z.string().nullable(),
        state: z.enum(names<LineState>(lineStates)),
        /** Whether the actor may confirm that it was given. */
        mayGive: z.boolean(),
      }),
    ),
    similar: z.array(z.object({ id: z.string(), number: z.string(), title: z.string() })),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ResourceRequestDetail" });
export type RequestDetail = z.output<typeof requestDetail>;

export const inStores = z.object({
  lineId: z.string(),
  /** How many the stores can give now, in the unit of their item. */
  available: z.string(),
});
export type InStores = z.output<typeof inStores>;
