import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { methods } from "./method.labels.ts";

export const methodNames = names(methods);
/** How a purchase chooses its method: fields of requisitions and of orders without one. */
export const methodFields = {
  method: z.enum(methodNames).nullish().meta({ title: "Procurement method" }),
  methodReason: z.string().trim().max(4000).default("").meta({ title: "Reason for the method" }),
};

/** What the rules suggest, as it is answered. */
export const adviceRow = z.object({
  method: z.enum(methodNames),
  alternatives: z.array(z.enum(methodNames)),
  citation: z.string(),
  reason: z.string(),
  verified: z.boolean(),
  demands: z.array(z.string()),
});
/** Like purchases nearby: how many, their cents together, and the newest of them. */
export const likePurchases = z.object({
  count: z.number(),
  amount: z.number(),
  newest: z.array(
    z.object({
      kind: z.enum(["requisition", "purchaseOrder", "cardLine"]),
      id: z.string(),
      number: z.string(),
      title: z.string(),
      amount: z.number(),
      requestedOn: dayField,
    }),
  ),
});
export type LikePurchases = z.output<typeof likePurchases>;

/** Ids of accounts, parted by commas. */
const idList = z
  .string()
  .max(8000)
  .default("")
  .transform((text) => text.split(",").filter(Boolean))
  .pipe(z.array(z.uuid()));
/**
 * What a purchase is compared by, as a query asks it: commodity codes, all accounts, and those of
 * lines without a code.
 */
export const likeQuery = {
  commodities: z.string().max(2000).default(""),
  accounts: idList,
  uncoded: idList,
};
/**
 * What an order that is typed takes of requisitions, as a query asks it: `line:cents`, parted by
 * commas. It counts with the order, not with them.
 */
export const takingQuery = z
  .string()
  .max(20_000)
  .default("")
  .transform((text) =>
    text
      .split(",")
      .filter(Boolean)
      .map((pair) => ({ lineId: pair.split(":")[0]!, amount: Number(pair.split(":")[1]) })),
  )
  .pipe(z.array(z.object({ lineId: z.uuid(), amount: z.number().int().min(0) })));
export const likeOf = (query: { commodities: string; accounts: string[]; uncoded: string[] }) => ({
  codes: query.commodities.split(",").filter(Boolean),
  accounts: query.accounts,
  uncoded: query.uncoded,
});
/** What the rules suggest for an amount with its like purchases. */
export const adviceAnswer = z.object({
  advice: adviceRow.nullable(),
  aggregate: z.number(),
  near: likePurchases,
});
