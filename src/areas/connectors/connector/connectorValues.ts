import type { ConnectorInput, ConnectorRecord } from "./connector.model.ts";

/** A connector as its form holds it: the fields of an item are lines of a text. */
export type ConnectorValues = ConnectorInput & { fields: string };

/** Values of a connector that is set up, or of a new one. */
export const valuesOf = (record: ConnectorRecord | null): ConnectorValues => ({
  name: record?.name ?? "",
  kind: record?.kind ?? "file",
  importer: record?.importer ?? "",
  address: record?.address ?? "",
  settings: record?.settings ?? {
    items: "",
    fields: [],
    paging: "none",
    parameter: "page",
    cursor: "",
  },
  credentialHeader: record?.credentialHeader ?? "",
  credential: "",
  runAt: record?.runAt ?? "02:30",
  fields: record?.settings.fields.join("\n") ?? "",
});

/** What is sent of them. */
export const bodyOf = ({ fields, ...values }: ConnectorValues): ConnectorInput => ({
  ...values,
  settings: {
    ...values.settings,
    fields: fields.split(/[\s,;]+/).filter(Boolean),
  },
});
