import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField } from "#kernel/time-fields.ts";
import { punchStatuses } from "./punch.labels.ts";

const item = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(names(punchStatuses)),
  what: z.string(),
  place: z.string(),
  note: z.string(),
  dueOn: dayField.nullable(),
  late: z.boolean(),
  statusReason: z.string(),
  photos: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** What a contractor owes by the punch list, under the contract of one of its orders. */
export const contractorPunch = z
  .object({ items: z.array(item) })
  .meta({ id: "ContractorPunchList" });
export type ContractorPunch = z.output<typeof contractorPunch>;
