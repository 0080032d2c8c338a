import { z } from "zod";
import "#kernel/plain-words.ts";
import { offeredAction, patchOf } from "#kernel/fields.ts";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import {
  connectorCycle,
  connectorKinds,
  everies,
  pagings,
  runOutcomes,
  type ConnectorKind,
  type ConnectorStatus,
  type Every,
  type Paging,
  type RunOutcome,
} from "./connector.labels.ts";
const kind = z.enum(names<ConnectorKind>(connectorKinds));
const status = z.enum(names<ConnectorStatus>(connectorCycle.statuses));
const outcome = z.enum(names<RunOutcome>(runOutcomes));

const way = z
  .string()
  .trim()
  .max(200)
  .regex(/^([\w$-]+(\.[\w$-]+)*)?$/, "Write a path such as data.items");

/** The settings of a connector; what an older one does not name is as it was. */
export const connectorSettings = z.object({
  items: way.default(""),
  fields: z.array(way.min(1, "Name a field")).max(80).default([]),
  paging: z.enum(names<Paging>(pagings)).default("none"),
  parameter: z.string().trim().max(60).default("page"),
  cursor: way.default(""),
  watermark: way.default(""),
  since: z.string().trim().max(60).default(""),
  list: z.string().trim().max(120).default(""),
  query: z.string().trim().max(4000).default(""),
  method: z.enum(["PUT", "POST"]).default("PUT"),
});
const every = z.enum(names<Every>(everies));

/** The fields of a connector; an empty credential leaves the one that is kept. */
export const connectorFields = {
  name: z.string().trim().min(2, "Name the connector, such as Vendors of the ERP").max(80),
  kind,
  importer: z.string().min(1, "Choose what it brings in").max(80),
  address: z.string().trim().min(1, "Enter the address").max(2000),
  settings: connectorSettings.prefault({}),
  credentialHeader: z
    .string()
    .trim()
    .max(60)
    .regex(/^[A-Za-z0-9-]*$/, "A header such as Authorization or X-Api-Key")
    .default(""),
  credential: z.string().max(4000).default(""),
  runAt: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time of day such as 02:30"),
  every: every.default("day"),
  weekDay: z.number().int().min(1).max(7).default(1),
  dailyCalls: z
    .number()
    .int("Enter a whole number of calls")
    .min(1, "At least one call a day")
    .max(1_000_000)
    .nullable()
    .default(null),
};
export const connectorInput = z.object(connectorFields);
/** What a change names: the rest, also of the settings, stays as it stands. */
export const connectorPatch = patchOf(connectorFields).extend({
  settings: patchOf(connectorSettings.shape).optional(),
});
export type ConnectorInput = z.output<typeof connectorInput>;

export const mappingInput = z.object({
  mapping: z.record(z.string().max(80), z.string().max(400).nullable()),
});

export const connectorRow = z
  .object({
    id: z.string(),
    name: z.string(),
    kind,
    importer: z.string(),
    address: z.string(),
    ownerName: z.string(),
    status,
    every,
    runAt: z.string(),
    nextRunAt: instantField.nullable(),
    lastOkAt: instantField.nullable(),
    lastRows: z.number().nullable(),
    version: z.number(),
  })
  .meta({ id: "Connector" });
export type ConnectorRow = z.output<typeof connectorRow>;

const field = z.object({ name: z.string(), label: z.string(), required: z.boolean() });

export const importerRow = z
  .object({ kind: z.string(), label: z.string(), fields: z.array(field) })
  .meta({ id: "ConnectorImporter" });
export type ImporterRow = z.output<typeof importerRow>;

/** A list that may go out, with its saved views. */
export const listRow = z
  .object({
    path: z.string(),
    name: z.string(),
    views: z.array(z.object({ name: z.string(), query: z.string() })),
  })
  .meta({ id: "ConnectorList" });
export type ListRow = z.output<typeof listRow>;

export const runRow = z
  .object({
    id: z.string(),
    dry: z.boolean(),
    outcome,
    message: z.string().nullable(),
    importId: z.string().nullable(),
    sha256: z.string().nullable(),
    read: z.number(),
    created: z.number(),
    updated: z.number(),
    skipped: z.number(),
    rejected: z.number(),
    calls: z.number(),
    watermark: z.string().nullable(),
    beganAt: instantField,
    endedAt: instantField.nullable(),
    problems: z.array(
      z.object({ row: z.number(), column: z.string(), found: z.string(), fix: z.string() }),
    ),
  })
  .meta({ id: "ConnectorRun" });
export type RunRow = z.output<typeof runRow>;

export const connectorRecord = connectorRow
  .extend({
    number: z.string(),
    settings: connectorSettings,
    weekDay: z.number(),
    dailyCalls: z.number().nullable(),
    callsToday: z.number(),
    watermark: z.string().nullable(),
    credentialHeader: z.string(),
    columns: z.array(z.string()),
    mapping: z.record(z.string(), z.string().nullable()),
    fields: z.array(field),
    importerLabel: z.string(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ConnectorRecord" });
export type ConnectorRecord = z.output<typeof connectorRecord>;
