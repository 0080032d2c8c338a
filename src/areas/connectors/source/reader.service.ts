import { invalid } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { extensionPoint } from "#server/area.ts";
import type { ConnectorKind } from "../connector/connector.labels.ts";
import type { Connector } from "./answer.ts";

/** Rows of a source as texts, and where it was read up to, where it is asked from there. */
export type ReadRows = { columns: string[]; rows: string[][]; watermark?: string | null };

/** What a source of this kind says, as rows of texts under its importer's own fields. */
export type SourceReader = {
  kind: ConnectorKind;
  /** The only import that its rows fit. */
  importer: string;
  read: (app: App, one: Connector) => Promise<ReadRows>;
};

const readers = new Map<ConnectorKind, SourceReader>();

/** Kinds of sources whose answers another area reads. */
export const sourceReaders = extensionPoint<SourceReader>("source readers", (reader) => {
  readers.set(reader.kind, reader);
});

/** How a kind is read. @throws Problem 422 where no area brings it. */
export const readerOf = (kind: ConnectorKind): SourceReader["read"] => {
  const reader = readers.get(kind);
  if (!reader) throw invalid("no_reader", "Nothing reads this kind of source here.");
  return reader.read;
};
