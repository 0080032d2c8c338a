import { recordForm, type FormValues } from "#kernel/record-form.ts";
import { onlyImports, type ConnectorKind } from "./connector.labels.ts";
import { connectorFields } from "./connector.model.ts";
import type { ConnectorInput } from "./connector.model.ts";

type Settings = ConnectorInput["settings"];
const { settings: _howItIsRead, ...head } = connectorFields;
const blankSettings: Settings = {
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
};

/**
 * The form of a connector: the fields of an item are lines of a text, and the list that goes out is
 * chosen with its view, `path?query`.
 */
export const connectorForm = recordForm("/api/v1/connectors", head, {
  begins: { kind: "file", runAt: "02:30" },
  besides: {
    blank: () => ({ settings: blankSettings, fields: "", view: "" }),
    toForm: ({ settings }: { settings: Settings }) => ({
      settings,
      fields: settings.fields.join("\n"),
      view: settings.list ? `${settings.list}?${settings.query}` : "",
    }),
    toInput: ({ kind, importer, settings, fields, view }) => {
      const [list = "", query = ""] = kind === "list" ? view.split("?", 2) : [];
      return {
        importer: onlyImports[kind as ConnectorKind] ?? importer,
        // A file that took the place of the one before would take lines away that were not read yet.
        settings: {
          ...settings,
          ...(kind === "push" && { method: "POST" as const }),
          list,
          query,
          fields: fields.split(/[\s,;]+/).filter(Boolean),
        },
      };
    },
  },
});
export type ConnectorValues = FormValues<typeof connectorForm>;
