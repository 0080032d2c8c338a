import { useState } from "react";
import { dialogOnDemand } from "#web/kit/overlays.tsx";

const TolerancesDialog = dialogOnDemand(
  async () => (await import("./TolerancesDialog.tsx")).TolerancesDialog,
);

/** How much an invoice may differ from its order, by date. */
export function Tolerances() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        Tolerances
      </button>
      {open && <TolerancesDialog onClose={() => setOpen(false)} />}
    </>
  );
}
