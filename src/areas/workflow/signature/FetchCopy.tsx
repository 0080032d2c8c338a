import { useState } from "react";
import { Download } from "lucide-react";
import { messageOf } from "#web/kit/api.ts";

/** Fetches the signed document and lets the browser keep it under its name. */
export function FetchCopy({ name, load }: { name: string; load: () => Promise<Uint8Array> }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const fetchCopy = async () => {
    setBusy(true);
    try {
      const bytes = await load();
      const href = URL.createObjectURL(
        new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/pdf" }),
      );
      const link = document.createElement("a");
      link.href = href;
      link.download = name;
      link.click();
      URL.revokeObjectURL(href);
      setProblem(null);
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      {problem && (
        <p className="notice tone-danger" role="alert">
          {problem}
        </p>
      )}
      <button
        type="button"
        className="btn btn-primary w-fit"
        aria-disabled={busy}
        onClick={() => void (busy || fetchCopy())}
      >
        <Download aria-hidden="true" />
        Download the signed document
      </button>
    </>
  );
}
