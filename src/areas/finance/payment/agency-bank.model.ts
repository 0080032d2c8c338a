import { z } from "zod";
import { isRoutingNumber } from "./nacha.model.ts";

const routingNumber = (what: string) =>
  z
    .string()
    .trim()
    .refine(
      isRoutingNumber,
      `${what} is not a routing number: nine digits with a right check digit.`,
    );

/** The account that payments are drawn on. `accountNumber` is written, never read back. */
export const agencyBankInput = z.object({
  bankName: z.string().trim().min(1, "Enter the bank's name.").max(23),
  companyName: z.string().trim().min(1, "Enter the agency's name as the bank knows it.").max(23),
  immediateDestination: routingNumber("The immediate destination"),
  originatingRouting: routingNumber("This"),
  immediateOrigin: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9 ]{1,10}$/, "One to ten letters or digits, as the bank gave them."),
  companyId: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9 ]{1,10}$/, "One to ten letters or digits, often 1 and the tax number."),
  entryDescription: z.string().trim().min(1).max(10).default("VENDOR PAY"),
  accountNumber: z
    .string()
    .trim()
    .regex(/^[0-9]{4,17}$/, "Four to seventeen digits.")
    .nullish(),
  nextCheckNumber: z.number().int().min(1).max(9_999_999_999).nullish(),
  /** Funds that are paid from it alone; none: every fund that no other account names. */
  fundIds: z.array(z.uuid()).max(200).default([]),
});

export type AgencyBankInput = z.output<typeof agencyBankInput>;

export const agencyBankRow = z
  .object({
    id: z.string().nullable(),
    number: z.string(),
    active: z.boolean(),
    fundIds: z.array(z.string()),
    bankName: z.string(),
    companyName: z.string(),
    immediateDestination: z.string(),
    originatingRouting: z.string(),
    immediateOrigin: z.string(),
    companyId: z.string(),
    entryDescription: z.string(),
    accountLast4: z.string().nullable(),
    nextCheckNumber: z.number(),
    version: z.number(),
    canEdit: z.boolean(),
  })
  .meta({ id: "AgencyBankAccount" });

export type AgencyBank = z.output<typeof agencyBankRow>;
