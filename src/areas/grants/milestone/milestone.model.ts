import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { milestoneStatuses } from "./milestone.labels.ts";

/** The fields of its form; it is planned within an award. */
export const milestoneFields = {
  title: z.string().trim().min(1, "Say what is reached.").max(200),
  measure: z.string().trim().max(400).default(""),
  plannedOn: z.iso.date("Enter the day."),
};
export const milestoneInput = z.object({
  awardId: z.uuid("Choose the award."),
  ...milestoneFields,
});
export const milestoneRow = z
  .object({
    id: z.string(),
    title: z.string(),
    measure: z.string(),
    awardId: z.string(),
    award: z.string(),
    awardTitle: z.string(),
    plannedOn: dayField,
    status: z.enum(names(milestoneStatuses)),
    outcome: z.string(),
    version: z.number(),
  })
  .meta({ id: "Milestone" });
export type Milestone = z.output<typeof milestoneRow>;
