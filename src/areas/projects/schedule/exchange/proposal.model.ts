import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField } from "#kernel/time-fields.ts";
import { momentField } from "../moment.model.ts";
import { causes, fileFormats, proposalSides, proposalStatuses } from "./proposal.labels.ts";

const narrative = z.string().trim().max(4000, "At most 4,000 characters.").default("");
const fileId = z.uuid("Choose a file.");
export const proposalInput = z.object({ fileId, narrative });
export type ProposalInput = z.output<typeof proposalInput>;
export const contractorProposal = z.object({
  fileId,
  narrative,
  contractId: z.uuid("Choose your contract."),
});
export type ContractorProposal = z.output<typeof contractorProposal>;

const choice = z.enum(["theirs", "ours"]);
const most = 20_000;
const choices = z
  .record(z.string().max(200), choice)
  .refine((of) => Object.keys(of).length <= most, "At most 20,000 decisions at once.");
/** Decisions by task: of what the file says of it (by code), of its date (by its id in the file). */
export const decideInput = z.object({
  tasks: choices.default({}),
  dates: choices.default({}),
});
export type DecideInput = z.output<typeof decideInput>;

const row = {
  id: z.string(),
  number: z.string(),
  status: z.enum(names(proposalStatuses)),
  projectId: z.string(),
  project: z.string(),
  side: z.enum(names(proposalSides)),
  format: z.enum(names(fileFormats)),
  handedInName: z.string(),
  handedInOn: dayField,
  dataDate: dayField,
  differing: z.number(),
  changing: z.number(),
  statusReason: z.string(),
  version: z.number(),
};
export const proposalRow = z.object(row).meta({ id: "ScheduleProposalRow" });
export type ProposalRow = z.output<typeof proposalRow>;

const span = z.object({ start: momentField, finish: momentField });
const difference = z.object({
  uid: z.string(),
  code: z.string(),
  name: z.string(),
  theirs: span,
  ours: span,
  cause: z.enum(names(causes)),
  says: z.string(),
  /** Whether the file's date can be kept here. */
  canKeep: z.boolean(),
  choice,
});
export type ProposalDifference = z.output<typeof difference>;
const change = z.object({
  code: z.string(),
  name: z.string(),
  what: z.enum(["new", "gone", "changed"]),
  fields: z.array(z.object({ field: z.string(), was: z.string(), is: z.string() })),
  days: z.number().nullable(),
  choice,
});
export type ProposalChange = z.output<typeof change>;

export const proposalDetail = z
  .object({
    ...row,
    projectNumber: z.string(),
    contract: z.object({ id: z.string(), number: z.string(), vendor: z.string() }).nullable(),
    file: z.object({ id: z.string(), name: z.string() }),
    program: z.string(),
    narrative: z.string(),
    tasks: z.number(),
    equal: z.number(),
    differences: z.array(difference),
    changes: z.array(change),
    unsupported: z.array(
      z.object({ what: z.string(), where: z.array(z.string()), count: z.number() }),
    ),
    rules: z.array(z.string()),
    /** Whether the schedule was changed since it was compared. */
    outdated: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ScheduleProposal" });
export type ProposalDetail = z.output<typeof proposalDetail>;

/** What a contractor reads of the schedules that it handed in. */
export const contractorSchedules = z
  .object({
    /** Why nothing is handed in now; null while it can be. */
    closed: z.string().nullable(),
    /** By when the schedule of the month is handed in; null where none is waited for. */
    dueOn: dayField.nullable(),
    contracts: z.array(z.object({ id: z.string(), label: z.string() })),
    items: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        status: z.enum(names(proposalStatuses)),
        fileName: z.string(),
        handedInName: z.string(),
        handedInOn: dayField,
        dataDate: dayField,
        tasks: z.number(),
        differing: z.number(),
        statusReason: z.string(),
        differences: z.array(difference.omit({ choice: true, canKeep: true })),
        unsupported: z.array(
          z.object({ what: z.string(), where: z.array(z.string()), count: z.number() }),
        ),
      }),
    ),
  })
  .meta({ id: "ContractorSchedules" });
export type ContractorSchedules = z.output<typeof contractorSchedules>;
