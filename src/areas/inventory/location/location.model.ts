import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { chargeTimes, locationStatuses } from "./location.labels.ts";

const id = () => z.uuid().nullable().default(null);

/** The fields of a stock location, said once: form, API and import derive from them. */
export const locationFields = {
  code: z
    .string()
    .trim()
    .min(1, "Give it a code, as it stands on the shelf.")
    .max(40)
    .meta({ title: "Code" }),
  name: z.string().trim().min(1, "Name the location.").max(120).meta({ title: "Name" }),
  parentId: id().meta({ title: "Within" }),
  placeId: id().meta({ title: "Place" }),
  quarantine: z.boolean().default(false).meta({ title: "Quarantine" }),
  chargeAt: z
    .enum(names(chargeTimes), "Choose when the budget bears it.")
    .default("purchase")
    .meta({ title: "Charged" }),
  chargeAccountId: id().meta({ title: "Line of the stores" }),
};

export const locationInput = z
  .object(locationFields)
  .refine((at) => at.parentId || at.placeId, {
    path: ["placeId"],
    message: "Choose the place, or the location that it is within.",
  })
  .refine((at) => at.chargeAt === "purchase" || at.chargeAccountId, {
    path: ["chargeAccountId"],
    message: "Name the budget line on which its goods are bought.",
  });
export type LocationInput = z.output<typeof locationInput>;

export const locationRow = z
  .object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    parentId: z.string().nullable(),
    parent: z.string().nullable(),
    placeId: z.string(),
    quarantine: z.boolean(),
    chargeAt: z.enum(names(chargeTimes)),
    chargeAccountId: z.string().nullable(),
    status: z.enum(names(locationStatuses)),
    version: z.number(),
  })
  .meta({ id: "StockLocation" });
export type LocationRow = z.output<typeof locationRow>;

/** A location in the tree; `depth` counts from the locations that stand on a place. */
export const treeLocation = locationRow
  .pick({ id: true, code: true, name: true, parentId: true, quarantine: true })
  .extend({ depth: z.number(), place: z.string() })
  .meta({ id: "StockTreeLocation" });
export type TreeLocation = z.output<typeof treeLocation>;

export const locationDetail = locationRow
  .extend({
    number: z.string(),
    place: z.string(),
    /** The code of the budget line that bears what lies here until it is issued. */
    chargeAccount: z.string().nullable(),
    /** Where goods of its place are received, where they are on the way, or a shelf. */
    role: z.enum(["shelf", "receiving", "transit"]),
    actions: z.array(offeredAction),
  })
  .meta({ id: "StockLocationDetail" });
export type LocationDetail = z.output<typeof locationDetail>;
