import { useState } from "react";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { BillTable } from "./BillTables.tsx";

const DraftDialog = dialogOnDemand(async () => (await import("./BillDialogs.tsx")).DraftDialog);

/** All bills of the operator to agencies. */
export default function BillsPage() {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <BillTable onCreate={() => setAsked(true)} />
      {asked && <DraftDialog onClose={() => setAsked(false)} />}
    </>
  );
}
