import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import { deviceStatuses } from "../device/device.labels.ts";

export const packetQuery = z.object({
  device: z.uuid("Say which device asks."),
  cursor: z.uuid("A cursor that a packet gave.").optional(),
  /** How many captures wait on the device. */
  waiting: z.coerce.number().int().min(0).max(1_000_000).optional(),
});

const item = z.object({
  kind: z.string(),
  id: z.string(),
  version: z.number(),
  title: z.string(),
  dueAt: instantField.nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type SentItem = z.output<typeof item>;

export const packetAnswer = z
  .object({
    cursor: z.string(),
    servedAt: instantField,
    deviceState: z.enum(names(deviceStatuses)),
    terms: z.object({
      daysWithoutSignIn: z.number(),
      lockMinutes: z.number(),
      /** The last full sign-in of whoever asks. */
      signedInAt: instantField,
    }),
    /** The server does not know the cursor: what the device holds beside these items goes. */
    whole: z.boolean(),
    items: z.array(item),
    removed: z.array(z.object({ kind: z.string(), id: z.string() })),
    /** More follows: ask again with this cursor. */
    more: z.boolean(),
    /** So many items did not fit into the packet. */
    left: z.number(),
  })
  .meta({ id: "FieldPacket" });
export type PacketAnswer = z.output<typeof packetAnswer>;
