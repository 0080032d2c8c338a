import { z } from "zod";
import { answerOf } from "#kernel/fields.ts";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { heldAs } from "#kernel/record-form.ts";
import { entryRow } from "../master/master.model.ts";
import { placeKinds } from "./place.labels.ts";

const kinds = names(placeKinds);
const day = (what: string) =>
  z.iso
    .date(`Enter ${what} as a date.`)
    .or(z.literal(""))
    .nullish()
    .transform((text) => text || null);
const degrees = (most: number, what: string) =>
  heldAs(
    "decimal",
    z
      .string()
      .trim()
      .refine(
        (text) =>
          text === "" || (/^-?\d{1,3}(\.\d{1,10})?$/.test(text) && Math.abs(Number(text)) <= most),
        `${what} is a number of degrees from -${most} to ${most}, such as 44.7891.`,
      ),
  )
    .nullish()
    .transform((text) => text || null);
const short = (most: number) => z.string().trim().max(most).default("");

/** The fields of a place, said once: form, API, import and proposals derive from them. */
export const placeFields = {
  name: z.string().trim().min(1, "Enter the name.").max(120).meta({ title: "Name" }),
  kind: z.enum(kinds, "Choose a kind of the list.").meta({ title: "Kind" }),
  street: short(200).meta({ title: "Street" }),
  city: short(100).meta({ title: "City" }),
  state: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z]{2})?$/, "Use the two letters of a state, such as MN.")
    .default("")
    .meta({ title: "State" }),
  postalCode: z
    .string()
    .trim()
    .regex(/^(\d{5}(-\d{4})?)?$/, "A ZIP code has five digits, or nine with a hyphen.")
    .default("")
    .meta({ title: "ZIP" }),
  latitude: degrees(90, "The latitude").meta({ title: "Latitude" }),
  longitude: degrees(180, "The longitude").meta({ title: "Longitude" }),
  parentId: z
    .uuid()
    .or(z.literal(""))
    .nullish()
    .transform((id) => id || null)
    .meta({ title: "Part of" }),
  hours: short(200).meta({ title: "Hours" }),
  note: short(1000).meta({ title: "Note" }),
  activeFrom: day("the first day").meta({ title: "In use from" }),
  activeTo: day("the last day").meta({ title: "In use until" }),
};

export const placeInput = z
  .object(placeFields)
  .refine((p) => (p.latitude === null) === (p.longitude === null), {
    path: ["longitude"],
    message: "A position has latitude and longitude, or neither.",
  })
  .refine((p) => !p.activeFrom || !p.activeTo || p.activeFrom <= p.activeTo, {
    path: ["activeTo"],
    message: "The last day is before the first.",
  });

export const placeRow = entryRow
  .extend({
    ...answerOf(placeFields),
    activeFrom: dayField.nullable(),
    activeTo: dayField.nullable(),
    latitude: z.string().nullable(),
    longitude: z.string().nullable(),
    parentId: z.string().nullable(),
    parentName: z.string().nullable(),
  })
  .meta({ id: "Place" });
export type PlaceRow = z.output<typeof placeRow>;
