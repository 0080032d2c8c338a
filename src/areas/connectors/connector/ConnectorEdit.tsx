import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { connectorForm } from "./connector.form.ts";
import type { ConnectorRecord } from "./connector.model.ts";
import { ConnectorFields } from "./ConnectorFields.tsx";

/** /api-connectors/connectors/:id/edit: another source is tested anew, another hour is not. */
export default function ConnectorEdit() {
  return (
    <EditRecord<ConnectorRecord>
      form={connectorForm}
      draft={null}
      wide={false}
      what="The connector"
      may={() => true}
      heading={({ name }) => (
        <>
          <h1>Change {name}</h1>
          <p className="notice">
            Another source, or one that is read another way, is a draft again until it was tried. A
            credential is never sent to another host: type it anew.
          </p>
        </>
      )}
      saved={({ answer }, _values, before) =>
        notify.done(
          "Saved",
          answer["status"] === "draft"
            ? "It is a draft: try it before it runs."
            : (before as ConnectorRecord).name,
        )
      }
      page={(id) => pathTo("connector", { id })}
    >
      {(record) => (
        <ConnectorFields
          locked={record.credentialHeader !== ""}
          view={connectorForm.toForm(record).view}
        />
      )}
    </EditRecord>
  );
}
