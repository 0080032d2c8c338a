import { z } from "zod";
import { heldAs } from "#kernel/record-form.ts";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import {
  incidentCycle,
  incidentKinds,
  logKinds,
  planCycle,
  releaseCycle,
  sections,
  type IncidentStatus,
  type LogKind,
  type Section,
} from "./incident.labels.ts";
import { planForms } from "./plan-forms.fields.ts";
import { noForms } from "./plan-forms.model.ts";
import { frozenPlan } from "./plan.model.ts";
import { addedKinds } from "./position.model.ts";
const instant = (what: string) => z.iso.datetime({ offset: true, message: what });
const words = (what: string, least: number, most: number) =>
  z.string().trim().min(least, what).max(most);

/** The fields of an incident, said once. */
export const incidentFields = {
  title: words("Name the incident.", 3, 160),
  kind: z.enum(names(incidentKinds)),
  exercise: z.boolean().default(false),
  cause: z.string().trim().max(4000).default(""),
  areaText: z.string().trim().max(1000).default(""),
  beginsOn: z.iso.date("Enter the first day of the incident period."),
  endsOn: z.iso.date().nullish(),
  federalNumbers: heldAs("list", z.array(z.string().trim().min(2).max(30)).max(20)).default([]),
  declarationId: z.uuid().nullish(),
  accountStringId: z.uuid().nullish(),
  departmentId: z.uuid().nullish(),
};
export const incidentInput = z.object(incidentFields);
export type IncidentInput = z.output<typeof incidentInput>;

export const incidentRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    status: z.enum(names<IncidentStatus>(incidentCycle.statuses)),
    kind: z.string(),
    exercise: z.boolean(),
    level: z.number().nullable(),
    beginsOn: dayField,
    endsOn: dayField.nullable(),
    declaration: z.string().nullable(),
    federalNumbers: z.array(z.string()),
    openRequests: z.number(),
    /** What the ledger holds of its orders, and what the stores gave, in cents. */
    costCents: z.number(),
    /** Issued from the stores, without goods that its orders bought: these count as bought. */
    stockCents: z.number(),
    version: z.number(),
  })
  .meta({ id: "Incident" });
export type Incident = z.output<typeof incidentRow>;

const positionRow = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  code: z.string(),
  title: z.string(),
  section: z.enum(names<Section>(sections)),
  kind: z.enum(["position", ...names(addedKinds)]),
  personId: z.string().nullable(),
  person: z.string().nullable(),
  since: z.string().nullable(),
  span: z.number(),
});
export type Position = z.output<typeof positionRow>;
const periodRow = z.object({
  id: z.string(),
  periodNo: z.number(),
  fromAt: instantField,
  toAt: instantField,
  planId: z.string().nullable(),
  planStatus: z.enum(names(planCycle.statuses)).nullable(),
});
const objectiveRow = z.object({
  id: z.string(),
  objective: z.string(),
  fromPeriod: z.number(),
  untilPeriod: z.number().nullable(),
  outcome: z.enum(["met", "dropped"]).nullable(),
});
const costRow = z.object({
  departmentId: z.string(),
  department: z.string(),
  /** Encumbered and expended, in cents, by the ledger. */
  committed: z.number(),
  spent: z.number(),
  orders: z.number(),
});
const categoryRow = z.object({ category: z.string().nullable(), committed: z.number() });
export const incidentDetail = incidentRow
  .extend({
    cause: z.string(),
    areaText: z.string(),
    area: z.unknown(),
    declarationId: z.string().nullable(),
    /** When its local declaration ended; null while it holds, or without one. */
    declarationEndedAt: instantField.nullable(),
    accountStringId: z.string().nullable(),
    departmentId: z.string().nullable(),
    alertId: z.string().nullable(),
    lessons: z.string(),
    positions: z.array(positionRow),
    periods: z.array(periodRow),
    objectives: z.array(objectiveRow),
    costs: z.array(costRow),
    categories: z.array(categoryRow),
    sections: z.array(z.enum(names<Section>(sections))),
    /** Whether the reader tells the public in it. */
    tells: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "IncidentDetail" });
export type IncidentDetail = z.output<typeof incidentDetail>;

export const holdInput = z.object({
  personId: z.uuid("Choose a person."),
  handover: z.string().trim().max(2000).default(""),
});
export const periodInput = z.object({
  fromAt: instant("Say when it begins."),
  toAt: instant("Say when it ends."),
});
export const objectiveInput = z.object({
  objective: words("Say what is to be reached.", 5, 1000),
});
export const objectiveEnd = z.object({ outcome: z.enum(["met", "dropped"]) });
export const planInput = z.object({
  weather: z.string().trim().max(4000).default(""),
  safety: words("Write the safety message (ICS 208).", 10, 4000),
  communications: z.string().trim().max(4000).default(""),
  medical: z.string().trim().max(4000).default(""),
  forms: planForms.default(noForms),
});
export type PlanInput = z.output<typeof planInput>;
export const planDetail = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(planCycle.statuses)),
    version: z.number(),
    incidentId: z.string(),
    incident: z.string(),
    periodNo: z.number(),
    plan: frozenPlan,
    /** The communications list (ICS 205A): holders, reached as entered or by nothing yet. */
    contacts: z.array(z.object({ position: z.string(), name: z.string(), methods: z.string() })),
    mayChange: z.boolean(),
    approvedAt: instantField.nullable(),
    sha256: z.string().nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "IncidentActionPlan" });
export type PlanDetail = z.output<typeof planDetail>;

export const logInput = z.object({
  happenedAt: instant("Say when it happened."),
  kind: z.enum(names<LogKind>(logKinds)),
  entry: words("Write what happened.", 2, 8000),
  correctsId: z.uuid().nullish(),
});
export type LogInput = z.output<typeof logInput>;

export const timelineRow = z
  .object({
    id: z.string(),
    at: instantField,
    kind: z.string(),
    title: z.string(),
    person: z.string().nullable(),
    href: z.string().nullable(),
    incident: z.string(),
    enteredAt: instantField.nullable(),
  })
  .meta({ id: "TimelineEntry" });
export type TimelineEntry = z.output<typeof timelineRow>;

export const releaseInput = z.object({
  title: words("Write a headline.", 5, 200),
  body: words("Write the release.", 20, 20_000),
});
export const releaseRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    body: z.string(),
    status: z.enum(names(releaseCycle.statuses)),
    incidentId: z.string(),
    incident: z.string(),
    author: z.string().nullable(),
    publishedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "IncidentRelease" });
export type Release = z.output<typeof releaseRow>;
export const releaseDetail = releaseRow
  .extend({ actions: z.array(offeredAction), mayChange: z.boolean() })
  .meta({ id: "IncidentReleaseDetail" });
