import { z } from "zod";
import { answerOf, offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { heldAs } from "#kernel/record-form.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import { cardStatuses } from "./card.labels.ts";

const limit = (title: string) =>
  heldAs(
    "cents",
    z
      .number("Enter an amount such as 1,000.00.")
      .int()
      .min(1_00, "At least a dollar.")
      .max(9e11, "This amount is too large."),
  ).meta({ title });

/** The fields of a card, said once. Its number is never taken: the last four digits are. */
const cardFields = {
  bankId: z.uuid("Choose the bank.").meta({ title: "Bank" }),
  holderId: z.uuid("Choose who holds it.").meta({ title: "Holder" }),
  administratorId: z.uuid("Choose who keeps it.").meta({ title: "Administrator" }),
  approverId: z.uuid("Choose who approves its lines.").meta({ title: "Approver" }),
  lastFour: z
    .string()
    .trim()
    .regex(/^\d{4}$/, "Enter the last four digits, never the whole number.")
    .meta({ title: "Last four digits" }),
  perPurchase: limit("Limit of a purchase"),
  perCycle: limit("Limit of a cycle"),
  groups: z.array(z.uuid()).max(50).default([]).meta({ title: "Buys in" }),
  accountStringId: z.uuid("Choose an account.").meta({ title: "Default account" }),
  endsOn: dayInput("Enter a day.").nullable().default(null).meta({ title: "Ends on" }),
};

const limits = (
  { perPurchase, perCycle }: { perPurchase: number; perCycle: number },
  context: z.RefinementCtx,
) => {
  if (perCycle < perPurchase)
    context.addIssue({
      code: "custom",
      path: ["perCycle"],
      message: "A cycle's limit is at least that of a purchase.",
    });
};
export const cardInput = z.strictObject(cardFields).superRefine(limits);
export type CardInput = z.output<typeof cardInput>;

const { bankId: _bank, lastFour: _four, holderId: _holder, ...changed } = cardFields;
/** What changes of a card; another holder or number is another card. */
export const cardChangeFields = changed;
export const cardChange = z.strictObject(changed).superRefine(limits);
export type CardChange = z.output<typeof cardChange>;

export const cardRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(cardStatuses)),
    lastFour: z.string(),
    bankName: z.string(),
    holderName: z.string(),
    approverName: z.string(),
    administratorName: z.string(),
    perPurchase: z.number(),
    perCycle: z.number(),
    accountCode: z.string(),
    endsOn: dayField.nullable(),
    openLines: z.number(),
    findings: z.number(),
    version: z.number(),
  })
  .meta({ id: "PurchaseCard" });
export type CardRow = z.output<typeof cardRow>;

export const cardDetail = cardRow
  .extend({
    ...answerOf(cardFields),
    statusReason: z.string(),
    groupNames: z.array(z.string()),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "PurchaseCardDetail" });
export type CardDetail = z.output<typeof cardDetail>;
