import { Connectors } from "#areas/connectors/connectors.ui.tsx";
import { Webhooks } from "#areas/forms/forms.ui.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { Keys } from "./Keys.tsx";

/** /api-connectors: sources that are fetched, programs that call, systems that are told. */
export default function ApiConnectors() {
  return (
    <div className="grid gap-5">
      <div className="max-w-[80ch]">
        <h1>API connectors</h1>
        <p className="mt-1 text-t2">
          Connectors fetch what other systems hold. Programs come with a key of their own and a part
          of their owner&rsquo;s rights. Webhooks tell of what happened here.
        </p>
      </div>
      <Tabs
        label="API connectors"
        tabs={[
          { id: "connectors", label: "Connectors", content: () => <Connectors /> },
          { id: "keys", label: "Keys", content: () => <Keys /> },
          { id: "webhooks", label: "Webhooks", content: () => <Webhooks /> },
        ]}
      />
    </div>
  );
}
