import { Download } from "lucide-react";
import { useState } from "react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { fetchBundle, saveBlob } from "./verification.ts";

/** Saves the evidence of records as a bundle that verifies offline; for whoever may export it. */
export function EvidenceButton({ ids, name }: { ids: readonly string[]; name: string }) {
  const { me } = useAuth();
  const [busy, setBusy] = useState(false);
  if (!me?.permissions.includes("audit.export")) return null;
  const save = async () => {
    setBusy(true);
    try {
      saveBlob(`evidence-${name}.jsonl`, await fetchBundle({ objectIds: [...ids] }));
    } catch (error) {
      notify.failed("The evidence was not exported", error);
    }
    setBusy(false);
  };
  return (
    <button type="button" className="btn" disabled={busy} onClick={() => void save()}>
      <Download aria-hidden="true" />
      {busy ? "Collecting…" : "Save the file"}
    </button>
  );
}
