import type { Actor, Permission } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { extensionPoint } from "#server/area.ts";
import type { ConnectorKind } from "../connector/connector.labels.ts";

type Progress = (done: number, total: number | null, stage?: string) => Promise<void>;

/** A file that a connector fetched, kept in the store. */
export type TakenFile = {
  id: string;
  name: string;
  sha256: string;
  /** When its source changed it, as its Last-Modified says. */
  modified: string | null;
};

/** What became of a file: how many of its records came in, or the question that it asks first. */
export type Taken = {
  read: number;
  created: number;
  updated: number;
  skipped: number;
  rejected: number;
  message: string | null;
  /** Nothing came in: somebody looks first, and lets it. */
  asks?: boolean;
};

/** A kind of source whose file another area takes whole, by the way that its people's uploads go. */
export type SourceTaker = {
  kind: ConnectorKind;
  importer: string;
  /** Whoever answers for the connector must hold it. */
  permission: Permission;
  /** The columns that the file has; a file without columns gives none. @throws Problem 422. */
  heading: (app: App, sha256: string) => Promise<string[]>;
  /** Reads it and writes nothing. @throws Problem 422 for a file of another shape. */
  look: (app: App, actor: Actor, file: TakenFile) => Promise<Taken>;
  /** Brings it in; may be called again for the same file after a stop. @throws Problem 422. */
  take: (
    app: App,
    actor: Actor,
    file: TakenFile,
    how: { accepted: boolean; progress: Progress },
  ) => Promise<Taken>;
};

const takers = new Map<ConnectorKind, SourceTaker>();

/** Kinds of sources whose files other areas take whole. */
export const sourceTakers = extensionPoint<SourceTaker>("source takers", (taker) => {
  takers.set(taker.kind, taker);
});

/** Who takes files of this kind whole; undefined where rows go by an import. */
export const takerOf = (kind: ConnectorKind): SourceTaker | undefined => takers.get(kind);

/** @throws Problem 422 where the person may not bring this in themselves. */
export const requireTaker = (actor: Actor, { permission }: SourceTaker): void => {
  if (!actor.permissions.has(permission))
    throw invalidField("importer", "Choose something that you may import yourself.");
};
