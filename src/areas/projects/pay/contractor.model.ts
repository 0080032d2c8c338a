import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField } from "#kernel/time-fields.ts";
import { payStatuses } from "./pay.labels.ts";
import { payableOrder, payFields } from "./pay.model.ts";

const { fileId: _paper, retainageScope: _rates, lines, ...head } = payFields;

/** What a contractor sends of its own order; rates of retainage are the agency's. */
export const contractorInput = z
  .object({
    ...head,
    lines: z
      .array(lines.element.omit({ retainagePercent: true }))
      .min(1, "Say what was done of at least one line.")
      .max(500),
  })
  .refine((a) => a.periodTo >= a.periodFrom, {
    path: ["periodTo"],
    message: "The last day comes before the first.",
  });
export type ContractorInput = z.output<typeof contractorInput>;

const sent = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(names(payStatuses)),
  applicationNo: z.number(),
  contractorNumber: z.string(),
  periodFrom: dayField,
  periodTo: dayField,
  claimed: z.number(),
  certified: z.number().nullable(),
  retainage: z.number().nullable(),
  statusReason: z.string(),
  /** Lines of which less was certified, each with the reason. */
  cuts: z.array(z.object({ lineNo: z.number(), reason: z.string() })),
});

/** A contractor's applications on one of its orders, and whether it may send the next one now. */
export const contractorSide = z
  .object({
    /** Why nothing can be sent now, in words; null where it can. */
    closed: z.string().nullable(),
    /** The returned application that the next sending corrects. */
    returnedId: z.string().nullable(),
    lines: payableOrder.shape.lines,
    items: z.array(sent),
  })
  .meta({ id: "ContractorApplications" });
export type ContractorSide = z.output<typeof contractorSide>;
