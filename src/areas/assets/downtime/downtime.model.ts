import { z } from "zod";
import { keptBySilence } from "#kernel/fields.ts";
import { dayInput, instantInput } from "#kernel/time-fields.ts";

const optional = <T extends z.ZodType>(field: T) =>
  z
    .literal("")
    .or(field)
    .nullish()
    .transform((value) => (value === "" ? null : (value ?? null)) as z.output<T> | null);

/** A time out of service, entered while it goes on or afterwards. */
const downtimeFields = {
  fromAt: instantInput("Enter when it began."),
  untilAt: optional(instantInput("Enter when it ended.")),
  reason: z.string().trim().min(3, "Say why it was out of service.").max(500),
};
export const downtimeInput = z.object(downtimeFields);
/** A correction: a time that ended goes on only where it says so. */
export const downtimeChange = keptBySilence(downtimeFields, ["untilAt"]);
export type DowntimeChange = z.output<typeof downtimeChange>;
export type DowntimeInput = z.output<typeof downtimeInput>;

/** The first day in service; today where nothing is said. */
export const inServiceInput = z.object({ on: optional(dayInput("Enter a day.")) });
/** The first day in service, corrected. */
export const serviceDayInput = z.object({
  on: dayInput("Enter the first day in service."),
  reason: z.string().trim().min(3, "Say why it is corrected.").max(500),
});
