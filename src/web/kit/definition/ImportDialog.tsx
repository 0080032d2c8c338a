import { useState } from "react";
import type { DefinitionHead } from "#kernel/definition.ts";
import { ApiProblem, messageOf } from "../api.ts";
import { DropZone } from "../form/DropZone.tsx";
import { Dialog } from "../overlays.tsx";
import { useMutationAction } from "../queries.ts";
import { notify } from "../Toasts.tsx";

const mostBytes = 500_000;

const contentOf = async (file: File): Promise<unknown> => {
  if (file.size > mostBytes) throw new Error("The file is larger than 500 KB.");
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new Error("The file is not JSON. Choose a file that was exported here.");
  }
};

function Refusal({ error }: { error: Error }) {
  const fields = error instanceof ApiProblem ? error.errors : [];
  return (
    <div className="notice tone-danger" role="alert">
      <div className="grid gap-1">
        <strong>Nothing was imported</strong>
        {fields.length === 0 && <p>{messageOf(error)}</p>}
        <ul className="grid gap-1 text-13">
          {fields.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <span className="mono">{path}</span>: {message}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Takes a definition from a file, as a draft. `path`: the kind's address in the API. */
export function ImportDialog({
  path,
  what,
  onClose,
}: {
  path: string;
  what: string;
  onClose: () => void;
}) {
  const take = useMutationAction<DefinitionHead>(path);
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const read = async (file: File | undefined) => {
    if (!file) return;
    setError(null);
    setBusy(true);
    try {
      const body = await contentOf(file);
      const made = await take.mutateAsync({ path: `${path}/actions/import`, body });
      notify.done("Draft imported", `${made.name} does nothing until it is published.`);
      onClose();
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error(String(problem)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      onClose={onClose}
      title={`Import a ${what}`}
      description="Choose a file that was exported here or in another agency. It becomes a draft, and nothing else changes."
      footer={
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
      }
    >
      <div className="grid gap-3">
        <DropZone
          accept=".json,application/json"
          busy={busy}
          onFiles={([file]) => void read(file)}
        />
        {error && <Refusal error={error} />}
      </div>
    </Dialog>
  );
}
