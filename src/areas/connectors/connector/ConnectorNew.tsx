import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { connectorForm } from "./connector.form.ts";
import { ConnectorFields } from "./ConnectorFields.tsx";

/** /api-connectors/connectors/new: a source is named; nothing is fetched yet. */
export default function ConnectorNew() {
  return (
    <NewRecord
      form={connectorForm}
      draft={null}
      wide={false}
      title="New connector"
      submitLabel="Save the draft"
      list={pathTo("apiConnectors")}
      page={(id) => pathTo("connector", { id })}
      saved={() => notify.done("Set up as a draft", "Try it now: a dry run writes nothing.")}
    >
      <ConnectorFields locked={false} />
    </NewRecord>
  );
}
