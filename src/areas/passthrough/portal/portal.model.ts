import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { applicationStatuses, type ApplicationStatus } from "../application/application.labels.ts";
import { questionedCost } from "../questioned/questioned.model.ts";
import { requestStatuses, type RequestStatus } from "../request/request.labels.ts";
import { costRow } from "../request/request.model.ts";
import { subawardStatuses, type SubawardStatus } from "../subaward/subaward.labels.ts";

const keys = <K extends string>(labels: Readonly<Record<K, unknown>>) => z.enum(names(labels));
const share = z.object({ objectClass: z.string(), cents: z.number() });

const offeredProgram = z.object({
  id: z.string(),
  orgId: z.string(),
  agency: z.string(),
  /** Whether the agency knows the company: only then can it apply. */
  known: z.boolean(),
  number: z.string(),
  title: z.string(),
  summary: z.string(),
  total: z.number(),
  least: z.number().nullable(),
  most: z.number().nullable(),
  matchPercent: z.number(),
  closesOn: dayField.nullable(),
  startsOn: dayField,
  endsOn: dayField,
  contactName: z.string(),
  contactEmail: z.string(),
  criteria: z.array(z.object({ name: z.string(), about: z.string(), weight: z.number() })),
});
export type OfferedProgram = z.output<typeof offeredProgram>;
const ownApplication = z.object({
  id: z.string(),
  orgId: z.string(),
  agency: z.string(),
  number: z.string(),
  status: keys<ApplicationStatus>(applicationStatuses),
  programId: z.string(),
  program: z.string(),
  title: z.string(),
  narrative: z.string(),
  budget: z.array(share),
  requested: z.number(),
  match: z.number(),
  startsOn: dayField,
  endsOn: dayField,
  contactName: z.string(),
  contactEmail: z.string(),
  submittedAt: instantField.nullable(),
  statusReason: z.string().nullable(),
  version: z.number(),
});
export type OwnApplication = z.output<typeof ownApplication>;
const ownSubaward = z.object({
  id: z.string(),
  orgId: z.string(),
  agency: z.string(),
  number: z.string(),
  status: keys<SubawardStatus>(subawardStatuses),
  title: z.string(),
  amount: z.number(),
  match: z.number(),
  claimed: z.number(),
  /** Cents of requests that wait for a decision. */
  waiting: z.number(),
  /** Cents that are held back: questioned, or not allowed and not given back. */
  held: z.number(),
  startsOn: dayField,
  endsOn: dayField,
});
export type OwnSubaward = z.output<typeof ownSubaward>;
export const grantsOverview = z.object({
  programs: z.array(offeredProgram),
  applications: z.array(ownApplication),
  subawards: z.array(ownSubaward),
});
export type GrantsOverview = z.output<typeof grantsOverview>;
export const ownSubawardDetail = ownSubaward.extend({
  questioned: z.array(
    questionedCost.omit({ costId: true }).extend({
      request: z.string(),
      payee: z.string(),
      description: z.string(),
    }),
  ),
  budget: z.array(share),
  facts: z.array(
    z.object({ label: z.string(), paragraph: z.string(), value: z.string(), known: z.boolean() }),
  ),
  requests: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      status: keys<RequestStatus>(requestStatuses),
      periodFrom: dayField,
      periodTo: dayField,
      amount: z.number(),
      match: z.number(),
      statusReason: z.string().nullable(),
      version: z.number(),
      lines: z.array(costRow),
    }),
  ),
});
export type OwnSubawardDetail = z.output<typeof ownSubawardDetail>;
