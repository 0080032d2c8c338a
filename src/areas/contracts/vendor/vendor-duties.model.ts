import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { certificateRow, standingRow } from "../coverage/coverage.model.ts";
import { dueStatuses } from "../obligation/obligation.labels.ts";

const statuses = names(dueStatuses);

/** What a vendor owes under a contract, what is demanded of its coverage, and what it handed in. */
export const vendorDuties = z
  .object({
    dues: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        description: z.string(),
        citation: z.string(),
        dueOn: dayField,
        status: z.enum(statuses),
        evidence: z.string(),
        statusReason: z.string().nullable(),
        version: z.number(),
      }),
    ),
    standings: z.array(standingRow),
    certificates: z.array(
      certificateRow.omit({ contract: true, vendor: true, contractId: true, version: true }),
    ),
  })
  .meta({ id: "VendorDuties" });
export type VendorDuties = z.output<typeof vendorDuties>;
