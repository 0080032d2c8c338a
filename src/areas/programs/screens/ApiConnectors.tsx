import { Webhooks } from "#areas/forms/forms.ui.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { Keys } from "./Keys.tsx";

/** /api-connectors: programs that call here with rights of their own, and systems that are told. */
export default function ApiConnectors() {
  return (
    <div className="grid gap-5">
      <div className="max-w-[80ch]">
        <h1>API connectors</h1>
        <p className="mt-1 text-t2">
          A program works here with a key of its own and a chosen part of its owner&rsquo;s rights.
          It reads and drafts; what decides stays with people.
        </p>
      </div>
      <Tabs
        label="API connectors"
        tabs={[
          { id: "keys", label: "Keys", content: () => <Keys /> },
          { id: "webhooks", label: "Webhooks", content: () => <Webhooks /> },
        ]}
      />
    </div>
  );
}
