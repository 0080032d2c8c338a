import { z } from "zod";
import { addQuantity } from "#kernel/quantity.ts";
import { mostMeasurements } from "./most.ts";

/** What one measurement makes of one item: itself, or an item of the assembly that it names. */
export type Item = {
  measurement: { id: string; number: string };
  description: string;
  unit: string;
  quantity: string;
  commodityCode: string | null;
  costCodeId: string | null;
  costCode: string;
  /** How an assembly came to it, in words. */
  how: string | null;
};

const line = z.object({
  /** Names the line when it is sent; the same as long as the item is the same. */
  key: z.string(),
  description: z.string(),
  unit: z.string(),
  quantity: z.string(),
  commodityCode: z.string().nullable(),
  costCodeId: z.string().nullable(),
  costCode: z.string(),
  how: z.array(z.string()),
  parts: z.array(z.object({ id: z.string(), number: z.string(), quantity: z.string() })),
});
export type BoughtLine = z.output<typeof line>;

/** What a sheet's measurements become: lines with a proposed price and its source, and what stays. */
export const toBuy = z
  .object({
    lines: z.array(
      line.extend({
        unitPrice: z.string().nullable(),
        source: z.string(),
        orderId: z.string().nullable(),
      }),
    ),
    ids: z.array(z.string()),
    /** Measurements that become no line, and why. */
    kept: z.array(z.object({ id: z.string(), number: z.string(), why: z.string() })),
    /** So many measurements behind these are not in it, and the number behind which they are asked for. */
    rest: z.number(),
    next: z.string().nullable(),
    /** The account that charges the project, where it is the only one. */
    account: z.object({ id: z.string(), code: z.string() }).nullable(),
  })
  .meta({ id: "ToBuy" });
export type ToBuy = z.output<typeof toBuy>;

/** For whom the lines are proposed, and behind which measurement they begin. */
export const toBuyQuery = z.object({
  for: z.enum(["requisition", "solicitation"]),
  after: z.string().trim().max(40).default(""),
});
export type ToBuyQuery = z.output<typeof toBuyQuery>;

const unitPrice = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, "The unit price is a number with at most four decimals.");
const ids = z.array(z.uuid()).min(1, "Choose the measurements.").max(mostMeasurements);
const key = z.string().min(1).max(600);

/** Measurements that become lines of one draft requisition; a line without a price is left out. */
export const requisitionOf = z.object({
  ids,
  title: z.string().trim().min(1, "Say what is needed.").max(200),
  neededOn: z.iso.date("Enter a date."),
  accountStringId: z.uuid("Choose an account."),
  lines: z
    .array(
      z.object({
        key,
        unitPrice: unitPrice.nullable(),
        /** The account of this line, where another one pays. */
        accountStringId: z.uuid().nullable().default(null),
      }),
    )
    .max(500),
});
export type RequisitionOf = z.output<typeof requisitionOf>;

/** Measurements that become items of a draft solicitation, with the estimate of them. */
export const solicitationOf = z.object({
  ids,
  solicitationId: z.uuid("Choose the solicitation."),
  lines: z.array(z.object({ key, unitPrice: unitPrice.nullable() })).max(500),
});
export type SolicitationOf = z.output<typeof solicitationOf>;

/** What makes two items one line. */
export const keyOf = ({
  description,
  unit,
  costCodeId,
  commodityCode,
}: Pick<Item, "description" | "unit" | "costCodeId" | "commodityCode">): string =>
  [description, unit, costCodeId ?? "", commodityCode ?? ""].join("|");

/** Lines of items: the same item of several measurements is one line, each in its own packs. */
export const linesOf = (items: readonly Item[]): BoughtLine[] => {
  const lines = new Map<string, BoughtLine>();
  for (const { measurement, quantity, how, ...item } of items) {
    const found = keyOf(item);
    const before = lines.get(found) ?? { key: found, ...item, quantity: "0", how: [], parts: [] };
    lines.set(found, {
      ...before,
      quantity: addQuantity(before.quantity, quantity),
      how: how === null ? before.how : [...before.how, `${measurement.number}: ${how}`],
      parts: [...before.parts, { ...measurement, quantity }],
    });
  }
  return [...lines.values()];
};
