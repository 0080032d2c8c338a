import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { instantInput } from "#kernel/time-fields.ts";
import { businessNow } from "#server/clock.ts";
import { cells, oneOf } from "#server/import/cells.ts";
import { defineImporter } from "#server/import/importer.ts";
import { keepEvents, readEvent, shipmentsNamed, type ReadEvent } from "./event.service.ts";
import { eventKinds } from "./shipment.labels.ts";

const degrees = (most: number) => z.coerce.number().min(-most).max(most).nullish();
const rowSchema = z.object({
  shipment: z.string().trim().min(1, "Every row names its shipment.").max(120),
  at: instantInput("Say when it was, with time and offset."),
  kind: z.enum(names(eventKinds)).nullish(),
  code: z.string().trim().max(20).default(""),
  place: z.string().trim().max(200).default(""),
  latitude: degrees(90),
  longitude: degrees(180),
});
type Row = z.output<typeof rowSchema>;

const columnOf: Readonly<Record<string, string>> = {
  at: "Time",
  kind: "Event",
  code: "Code",
  latitude: "Latitude",
};

/** Events of carriers from a file: what cannot be read or lies ahead is refused by row, the rest is kept. */
export const eventImporter = defineImporter<typeof rowSchema, ReadEvent>({
  kind: "shipment-events",
  label: "events of shipments",
  permission: "shipment.record",
  schema: rowSchema,
  keys: (row: Row) => [
    [row.shipment, row.at, row.kind ?? row.code, row.place].join(" ").toLowerCase(),
  ],
  plan: async (db, rows: readonly Row[]) => {
    const now = businessNow(db.scope).toISOString();
    const named = await shipmentsNamed(
      db,
      rows.map((row) => row.shipment),
    );
    return rows.map((row) => {
      const of = named.get(row.shipment.toLowerCase());
      if (!of)
        return {
          action: "reject",
          problem: {
            column: "Shipment",
            expected: "number of a shipment, or the carrier's tracking number",
            found: row.shipment,
            fix: "No such shipment is here: correct the number.",
          },
        };
      const read = readEvent(row, of, now);
      if ("message" in read) {
        const found = String(row[read.path as keyof Row] ?? "");
        const column = columnOf[read.path] ?? "Event";
        return {
          action: "reject",
          problem: { column, expected: "what happened, and when", found, fix: read.message },
        };
      }
      return { action: "create", plan: { of, input: { ...row, kind: read.kind } } };
    });
  },
  apply: async (tx, actor, rows) => {
    await keepEvents(
      tx,
      actor,
      rows.map(({ plan }) => plan),
      "csv",
    );
  },
  fields: [
    {
      name: "shipment",
      label: "Shipment",
      required: true,
      aliases: ["Tracking number", "Tracking", "Number", "ASN"],
      type: cells.code,
    },
    {
      name: "at",
      label: "Time",
      required: true,
      aliases: ["At", "Event time", "Timestamp"],
      type: cells.instant,
    },
    { name: "kind", label: "Event", aliases: ["Status"], type: oneOf(eventKinds) },
    { name: "code", label: "Code", aliases: ["Carrier code"], type: cells.code },
    { name: "place", label: "Place", aliases: ["Location", "City"] },
    { name: "latitude", label: "Latitude", aliases: ["Lat"], type: cells.decimal },
    { name: "longitude", label: "Longitude", aliases: ["Lon", "Lng"], type: cells.decimal },
  ],
});
