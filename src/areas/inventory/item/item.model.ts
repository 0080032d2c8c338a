import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { heldAs } from "#kernel/record-form.ts";
import { itemStatuses, trackings } from "./item.labels.ts";

const decimalText = /^\d{1,12}(\.\d{1,4})?$/;
const amount = (what: string, least: "nothing" | "more" = "nothing") =>
  heldAs(
    "decimal",
    z
      .string()
      .trim()
      .regex(decimalText, `${what} is a number with at most four decimals.`)
      .refine((text) => least === "nothing" || Number(text) > 0, `${what} is more than nothing.`),
  );
const id = () => z.uuid().nullable().default(null);

/** A pack of an item: `quantity` of the item's unit in one, exactly, as decimal text. */
const pack = z.object({
  name: z.string().trim().min(1, "Name the pack, such as case.").max(40),
  quantity: amount("What a pack holds", "more"),
});

/** The fields of a stock item, said once: form, API and import derive from them. */
export const itemFields = {
  name: z.string().trim().min(1, "Name the item.").max(200).meta({ title: "Item" }),
  description: z.string().trim().max(2000).default("").meta({ title: "Description" }),
  commodityCode: z.string().trim().max(20).nullable().default(null).meta({ title: "Commodity" }),
  unit: z
    .string()
    .trim()
    .min(1, "Say in which unit it is counted.")
    .max(20)
    .meta({ title: "Unit" }),
  packs: z.array(pack).max(20).default([]).meta({ title: "Packs" }),
  tracking: z
    .enum(names(trackings), "Choose how pieces are told apart.")
    .default("none")
    .meta({ title: "Told apart" }),
  shelfLifeDays: z
    .int("Enter whole days.")
    .min(1, "At least one day.")
    .max(36_500)
    .nullable()
    .default(null)
    .meta({ title: "Shelf life, days" }),
  costClass: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, "Name the class.")
    .max(40)
    .default("general")
    .meta({ title: "Cost class" }),
  reorderPoint: amount("The reorder point").nullable().default(null).meta({ title: "Reorder at" }),
  orderUpTo: amount("Order up to", "more").nullable().default(null).meta({ title: "Order up to" }),
  vendorId: id().meta({ title: "Usual vendor" }),
  keeperId: id().meta({ title: "Keeper" }),
};

type Packed = { unit: string; packs: readonly { name: string }[] };
const packNames = ({ unit, packs }: Packed): string[] =>
  [unit, ...packs.map(({ name }) => name)].map((name) => name.toLowerCase());

export const itemInput = z
  .object(itemFields)
  .refine((item) => new Set(packNames(item)).size === packNames(item).length, {
    path: ["packs"],
    message: "Two packs bear the same name, or one is named as the unit.",
  })
  .refine(
    ({ reorderPoint, orderUpTo }) =>
      reorderPoint === null || orderUpTo === null || Number(orderUpTo) > Number(reorderPoint),
    { path: ["orderUpTo"], message: "Order up to more than the point at which it is reordered." },
  );
export type ItemInput = z.output<typeof itemInput>;

export const itemRow = z
  .object({
    id: z.string(),
    number: z.string(),
    name: z.string(),
    unit: z.string(),
    onHand: z.string(),
    available: z.string(),
    /** Still to come by open orders, in the item's unit. */
    onOrder: z.string(),
    valueCents: z.number(),
    tracking: z.enum(names(trackings)),
    commodityCode: z.string().nullable(),
    reorderPoint: z.string().nullable(),
    orderUpTo: z.string().nullable(),
    keeperId: z.string().nullable(),
    status: z.enum(names(itemStatuses)),
    version: z.number(),
  })
  .meta({ id: "StockItem" });
export type ItemRow = z.output<typeof itemRow>;

export const itemDetail = itemRow
  .extend({
    description: z.string(),
    packs: z.array(z.object({ name: z.string(), quantity: z.string() })),
    shelfLifeDays: z.number().nullable(),
    costClass: z.string(),
    vendorId: z.string().nullable(),
    vendor: z.string().nullable(),
    keeper: z.string().nullable(),
    commodity: z.string().nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "StockItemDetail" });
export type ItemDetail = z.output<typeof itemDetail>;
