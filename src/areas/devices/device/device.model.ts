import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { metrics } from "../reading/metrics.data.ts";
import { deviceStatuses, postKinds } from "./device.labels.ts";

/** What is said of a device; form and API derive from it. */
export const deviceFields = {
  name: z.string().trim().min(2, "Name the device.").max(120).meta({ title: "Device" }),
  about: z.string().trim().max(1000).default("").meta({ title: "About" }),
  metrics: z
    .array(z.enum(names(metrics)))
    .min(1, "Say what it measures.")
    .refine((all) => new Set(all).size === all.length, { message: "Each once." })
    .meta({ title: "Measures" }),
  silentMinutes: z
    .number("Enter whole minutes.")
    .int("Enter whole minutes.")
    .min(1, "A minute at least.")
    .max(43_200, "At most 30 days.")
    .default(60)
    .meta({ title: "Silent after, minutes" }),
};
export const deviceInput = z.strictObject(deviceFields);
export type DeviceInput = z.output<typeof deviceInput>;

const target = () => z.uuid().nullable().default(null);

/** What a device belongs to from a day on: one of them, or nothing. */
export const postInput = z
  .strictObject({
    fromOn: dayInput("Choose the day.").meta({ title: "From" }),
    kind: z.enum(names(postKinds)).meta({ title: "Belongs to" }),
    placeId: target(),
    assetId: target(),
    shipmentId: target(),
    locationId: target(),
  })
  .refine((post) => post.kind !== "place" || post.placeId !== null, {
    path: ["placeId"],
    message: "Choose the place.",
  })
  .refine((post) => post.kind !== "asset" || post.assetId !== null, {
    path: ["assetId"],
    message: "Choose the asset.",
  })
  .refine((post) => post.kind !== "shipment" || post.shipmentId !== null, {
    path: ["shipmentId"],
    message: "Choose the shipment.",
  })
  .refine((post) => post.kind !== "location" || post.locationId !== null, {
    path: ["locationId"],
    message: "Choose the location.",
  });
export type PostInput = z.output<typeof postInput>;

export const muteInput = z.strictObject({
  minutes: z
    .number("Enter whole minutes.")
    .int("Enter whole minutes.")
    .min(0)
    .max(10_080, "At most seven days."),
  why: z.string().trim().max(300).default(""),
});

/** The only answer that holds a key. */
export const shownDeviceKey = z
  .object({
    id: z.string(),
    deviceId: z.string(),
    number: z.string(),
    key: z.string(),
    prefix: z.string(),
  })
  .meta({ id: "ShownDeviceKey" });
export type ShownDeviceKey = z.output<typeof shownDeviceKey>;

export const deviceRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(deviceStatuses)),
    name: z.string(),
    where: z.string(),
    metrics: z.array(z.string()),
    heardAt: instantField.nullable(),
    battery: z.number().nullable(),
    alarms: z.number(),
    silentMinutes: z.number(),
    version: z.number(),
  })
  .meta({ id: "Device" });
export type DeviceRow = z.output<typeof deviceRow>;

const latestShown = z.object({
  metric: z.enum(names(metrics)),
  value: z.number(),
  longitude: z.number().nullable(),
  accuracy: z.number().nullable(),
  readAt: instantField,
  receivedAt: instantField,
  /** Why a meter did not take it. */
  refused: z.string(),
});
const postShown = z.object({
  id: z.string(),
  fromOn: dayField,
  kind: z.enum(names(postKinds)),
  label: z.string(),
  placeId: z.string().nullable(),
  assetId: z.string().nullable(),
  shipmentId: z.string().nullable(),
  locationId: z.string().nullable(),
  /** Whether it holds today. */
  now: z.boolean(),
});
export type PostShown = z.output<typeof postShown>;
const keyShown = z.object({
  id: z.string(),
  prefix: z.string(),
  revokedAt: instantField.nullable(),
  lastUsedAt: instantField.nullable(),
  createdAt: instantField,
});
export type DeviceKeyShown = z.output<typeof keyShown>;

export const deviceDetail = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(deviceStatuses)),
    name: z.string(),
    about: z.string(),
    metrics: z.array(z.enum(names(metrics))),
    silentMinutes: z.number(),
    heardAt: instantField.nullable(),
    mutedUntil: instantField.nullable(),
    mutedWhy: z.string(),
    latest: z.array(latestShown),
    posts: z.array(postShown),
    keys: z.array(keyShown),
    canEdit: z.boolean(),
    version: z.number(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "DeviceDetail" });
export type DeviceDetail = z.output<typeof deviceDetail>;

/** Where devices are, for the map: their own position, or that of their place. */
export const devicePositions = z
  .object({
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        status: z.enum(names(deviceStatuses)),
        alarms: z.number(),
        latitude: z.number(),
        longitude: z.number(),
        accuracy: z.number(),
      }),
    ),
    /** So many devices have no position. */
    without: z.number(),
  })
  .meta({ id: "DevicePositions" });
export type DevicePositions = z.output<typeof devicePositions>;
