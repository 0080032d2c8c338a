import { onlyImports } from "./connector.labels.ts";
import type { ConnectorInput, ConnectorRecord } from "./connector.model.ts";

/**
 * A connector as its form holds it: the fields of an item are lines of a text, numbers are texts, and
 * the list that goes out is chosen with its view, `path?query`.
 */
export type ConnectorValues = Omit<ConnectorInput, "weekDay" | "dailyCalls"> & {
  fields: string;
  weekDay: string;
  dailyCalls: string;
  view: string;
};

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
    watermark: "",
    since: "",
    list: "",
    query: "",
    method: "PUT",
  },
  credentialHeader: record?.credentialHeader ?? "",
  credential: "",
  runAt: record?.runAt ?? "02:30",
  every: record?.every ?? "day",
  weekDay: String(record?.weekDay ?? 1),
  dailyCalls: record?.dailyCalls ? String(record.dailyCalls) : "",
  view: record?.settings.list ? `${record.settings.list}?${record.settings.query}` : "",
  fields: record?.settings.fields.join("\n") ?? "",
});

/** What is sent of them. */
export const bodyOf = ({
  fields,
  view,
  weekDay,
  dailyCalls,
  ...values
}: ConnectorValues): ConnectorInput => {
  const [list = "", query = ""] = values.kind === "list" ? view.split("?", 2) : [];
  const calls = dailyCalls.trim();
  return {
    ...values,
    importer: onlyImports[values.kind] ?? values.importer,
    weekDay: Number(weekDay),
    // What is no whole number is refused as too few.
    dailyCalls: calls === "" ? null : /^\d+$/.test(calls) ? Number(calls) : 0,
    settings: {
      ...values.settings,
      list,
      query,
      fields: fields.split(/[\s,;]+/).filter(Boolean),
    },
  };
};
