import { ScanLine } from "lucide-react";
import { useState } from "react";
import { dialogOnDemand } from "../overlays.tsx";
import type { Taken } from "./ScanDialog.tsx";

const ScanDialog = dialogOnDemand(async () => (await import("./ScanDialog.tsx")).ScanDialog);

/**
 * Opens the camera beside a field that a label may be typed into. `onCode` gets what it reads, as it stands: where
 * it answers nothing the camera is closed; what it says else is shown, and the camera looks for the next.
 */
export function ScanButton({
  what,
  onCode,
}: {
  what: string;
  onCode: (code: string) => Taken | Promise<Taken>;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="btn h-auto min-h-9 shrink-0"
        aria-label={`Scan ${what} with the camera`}
        onClick={() => setOpen(true)}
      >
        <ScanLine aria-hidden="true" />
        <span className="sm:hidden">Scan</span>
      </button>
      {open && <ScanDialog what={what} onCode={onCode} onClose={() => setOpen(false)} />}
    </>
  );
}
