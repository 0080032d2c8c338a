import { z } from "zod";
import "#kernel/plain-words.ts";
import { offeredAction } from "#kernel/fields.ts";
import {
  connectorCycle,
  connectorKinds,
  pagings,
  runOutcomes,
  type ConnectorKind,
  type ConnectorStatus,
  type Paging,
  type RunOutcome,
} from "./connector.labels.ts";

const names = <K extends string>(labels: Readonly<Record<K, unknown>>) =>
  Object.keys(labels) as [K, ...K[]];
const kind = z.enum(names<ConnectorKind>(connectorKinds));
const status = z.enum(names<ConnectorStatus>(connectorCycle.statuses));
const outcome = z.enum(names<RunOutcome>(runOutcomes));

const way = z
  .string()
  .trim()
  .max(200)
  .regex(/^([\w$-]+(\.[\w$-]+)*)?$/, "Write a path such as data.items");

const rest = z.object({
  items: way.default(""),
  fields: z.array(way.min(1, "Name a field")).max(80).default([]),
  paging: z.enum(names<Paging>(pagings)).default("none"),
  parameter: z.string().trim().max(60).default("page"),
  cursor: way.default(""),
});

/** What an administrator types of a connector; an empty credential leaves the one that is kept. */
export const connectorInput = z.object({
  name: z.string().trim().min(2, "Name the connector, such as Vendors of the ERP").max(80),
  kind,
  importer: z.string().min(1, "Choose what it brings in").max(80),
  address: z.string().trim().min(1, "Enter the address").max(2000),
  settings: rest.prefault({}),
  credentialHeader: z
    .string()
    .trim()
    .max(60)
    .regex(/^[A-Za-z0-9-]*$/, "A header such as Authorization or X-Api-Key")
    .default(""),
  credential: z.string().max(4000).default(""),
  runAt: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time of day such as 02:30"),
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
    runAt: z.string(),
    nextRunAt: z.string().nullable(),
    lastOkAt: z.string().nullable(),
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
    beganAt: z.string(),
    endedAt: z.string().nullable(),
    problems: z.array(
      z.object({ row: z.number(), column: z.string(), found: z.string(), fix: z.string() }),
    ),
  })
  .meta({ id: "ConnectorRun" });
export type RunRow = z.output<typeof runRow>;

export const connectorRecord = connectorRow
  .extend({
    number: z.string(),
    settings: rest,
    credentialHeader: z.string(),
    columns: z.array(z.string()),
    mapping: z.record(z.string(), z.string().nullable()),
    fields: z.array(field),
    importerLabel: z.string(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ConnectorRecord" });
export type ConnectorRecord = z.output<typeof connectorRecord>;
