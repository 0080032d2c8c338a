import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField } from "#kernel/time-fields.ts";
import { payStatuses } from "../pay/pay.labels.ts";
import { projectStatuses } from "../project/project.labels.ts";
import { courts, rfiStatuses } from "./rfi.labels.ts";
import { rfiDetail } from "./rfi.model.ts";

const court = z.enum(names<keyof typeof courts>(courts));
const project = {
  orgId: z.string(),
  agency: z.string(),
  id: z.string(),
  number: z.string(),
  name: z.string(),
  status: z.enum(names(projectStatuses)),
};

const wait = z.object({
  orgId: z.string(),
  /** What it is of: a question, a submittal, or an application for payment. */
  kind: z.enum(["question", "submittal", "payment", "punch", "paper", "schedule"]),
  title: z.string(),
  detail: z.string(),
  agency: z.string(),
  dueOn: dayField.nullable(),
  href: z.string(),
});
export type ContractorWait = z.output<typeof wait>;

/** A contractor's projects over all agencies, with what waits for it first. */
export const contractorProjects = z
  .object({
    waits: z.array(wait),
    items: z.array(z.object({ ...project, waits: z.number(), open: z.number() })),
  })
  .meta({ id: "ContractorProjects" });
export type ContractorProjects = z.output<typeof contractorProjects>;

const question = rfiDetail
  .pick({
    id: true,
    number: true,
    title: true,
    question: true,
    reference: true,
    place: true,
    proposedAnswer: true,
    costImpact: true,
    costCents: true,
    timeImpact: true,
    timeDays: true,
    askedByName: true,
    askedOn: true,
    dueOn: true,
    answer: true,
    turns: true,
    version: true,
  })
  .extend({
    status: z.enum(names(rfiStatuses)),
    side: court,
    court: court.nullable(),
    /** What the contractor may do of it now. */
    may: z.array(z.enum(["answer", "reply", "close", "reopen", "withdraw"])),
  });
export type ContractorQuestion = z.output<typeof question>;

/** A project as its contractor sees it. */
export const contractorProject = z
  .object({
    ...project,
    contracts: z.array(z.object({ id: z.string(), number: z.string(), title: z.string() })),
    /** Why nothing is asked now; null while it is. */
    closed: z.string().nullable(),
    questions: z.array(question),
    /** Submittals that wait for the contractor. */
    toSubmit: z.number(),
    applications: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        status: z.enum(names(payStatuses)),
        purchaseOrderId: z.string(),
        periodTo: dayField,
        statusReason: z.string(),
      }),
    ),
  })
  .meta({ id: "ContractorProject" });
export type ContractorProject = z.output<typeof contractorProject>;
