import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import {
  connectorCycle,
  connectorKinds,
  type ConnectorKind,
  type ConnectorStatus,
} from "./connector.labels.ts";

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
