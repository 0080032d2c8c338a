import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { DefinitionList } from "#web/kit/definition/DefinitionList.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { CorrectiveTable } from "../action/CorrectiveTable.tsx";
import type { ChecklistRow } from "../checklist/checklist.model.ts";
import { InspectionTable } from "./InspectionTable.tsx";

const path = "/api/v1/inspection-checklists";
const NewInspection = dialogOnDemand(
  async () => (await import("./NewInspection.tsx")).NewInspection,
);

function Shipped() {
  const draft = useMutationAction<{ drafted: number }>("inspection-checklists");
  const go = async () => {
    try {
      const { drafted } = await draft.mutateAsync({ path: `${path}/actions/draft-shipped` });
      notify.done(`${counted(drafted, "checklist")} drafted`, "Change and publish them");
    } catch (error) {
      notify.failed("Nothing was drafted", error);
    }
  };
  return (
    <button type="button" className="btn" disabled={draft.isPending} onClick={() => void go()}>
      Draft those that come with Levee
    </button>
  );
}

function Checklists() {
  const lists = useGet<{ items: ChecklistRow[] }>("inspection-checklists", path, { first: true });
  if (lists.isPending) return <RecordSkeleton />;
  if (!lists.data) return <ErrorPanel error={lists.error} what="The checklists" />;
  const all = lists.data.items;
  return (
    <Panel title="Checklists">
      <div className="grid gap-5">
        <div className="flex flex-wrap gap-2">
          <Link className="btn btn-primary" to={pathTo("checklist", { id: "new" })}>
            New checklist
          </Link>
          <Shipped />
        </div>
        {all.length === 0 && (
          <EmptyState kind="first-use" title="No checklists yet">
            Five come with Levee: daily vehicle report, lift station round, playground, bridge, fire
            extinguisher.
          </EmptyState>
        )}
        <DefinitionList
          path={path}
          all={all}
          shown={all.filter((one) => one.status !== "retired")}
          what="checklist"
          to={(one) => pathTo("checklist", { id: one.id })}
          edit="Change"
          about={(one) => (
            <p className="text-13 text-t2">
              {[counted(one.items.length, "item"), one.citation].filter(Boolean).join(" · ")}
            </p>
          )}
          texts={{
            publish: "Inspections begin with it from now on. The version before it is retired.",
            retire: "No inspection begins with it any more. Those that began go on.",
          }}
          unchanging="A version that was published stays as it was: inspections say with which they began."
        />
      </div>
    </Panel>
  );
}

/** /inspections-checklists: inspections, the checklists that they follow, what is put right. */
export default function InspectionsPage() {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <div className="list-head">
        <h1>Inspections and checklists</h1>
        <button type="button" className="btn btn-primary" onClick={() => setAdding(true)}>
          Schedule an inspection
        </button>
      </div>
      <Tabs
        label="Inspections and checklists"
        tabs={[
          { id: "inspections", label: "Inspections", content: () => <InspectionTable /> },
          { id: "checklists", label: "Checklists", content: () => <Checklists /> },
          { id: "actions", label: "Corrective actions", content: () => <CorrectiveTable /> },
        ]}
      />
      {adding && <NewInspection onClose={() => setAdding(false)} />}
    </>
  );
}
