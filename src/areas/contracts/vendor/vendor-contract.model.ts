import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { contractKinds, contractStatuses, priceTypes } from "../contract/contract.labels.ts";

/** What a vendor sees of a contract: never who wrote it, why the vendor was chosen, or its plan. */
export const vendorContract = z
  .object({
    id: z.string(),
    orgId: z.string(),
    agency: z.string(),
    number: z.string(),
    title: z.string(),
    status: z.enum(names(contractStatuses)),
    kind: z.enum(names(contractKinds)),
    priceType: z.enum(names(priceTypes)),
    startsOn: dayField,
    endsOn: dayField,
    optionCount: z.number(),
    optionMonths: z.number(),
    optionsUsed: z.number(),
    ceiling: z.number(),
    drawn: z.number(),
    retainagePercent: z.string(),
    insuranceRequired: z.boolean(),
  })
  .meta({ id: "VendorContract" });
export type VendorContract = z.output<typeof vendorContract>;
