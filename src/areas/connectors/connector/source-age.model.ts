import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import {
  connectorCycle,
  connectorKinds,
  type ConnectorKind,
  type ConnectorStatus,
} from "./connector.labels.ts";

const names = <K extends string>(labels: Readonly<Record<K, unknown>>) =>
  Object.keys(labels) as [K, ...K[]];

/** How old what a source brought in is, where its data are used. */
export const sourceAges = z.object({
  items: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(names<ConnectorKind>(connectorKinds)),
      status: z.enum(names<ConnectorStatus>(connectorCycle.statuses)),
      lastOkAt: instantField.nullable(),
      stale: z.boolean(),
    }),
  ),
});
export type SourceAges = z.output<typeof sourceAges>;
