import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { ObjectiveTable } from "./ObjectiveTable.tsx";

const ObjectiveDialog = dialogOnDemand(
  async () => (await import("./ObjectiveDialog.tsx")).ObjectiveDialog,
);

/** All quality objectives, drafts and ended ones among them. */
export default function ObjectivesPage() {
  const navigate = useNavigate();
  const [setting, setSetting] = useState(false);
  return (
    <>
      <ObjectiveTable onCreate={() => setSetting(true)} />
      {setting && (
        <ObjectiveDialog
          of={null}
          onClose={() => setSetting(false)}
          onDone={(id) => void navigate(pathTo("qualityObjective", { id }))}
        />
      )}
    </>
  );
}
