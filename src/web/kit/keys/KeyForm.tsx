import { useState } from "react";
import { useBeforeUnload } from "react-router";
import type { KeyChanges } from "#kernel/keys/effective.ts";
import { faultsOf } from "#kernel/keys/faults.ts";
import { notify } from "../Toasts.tsx";
import { KeyEditor } from "./KeyEditor.tsx";

/** The keys with *Save* and *Discard*; nothing is kept before it is saved, and no key that clashes. */
export function KeyForm({
  saved,
  under = null,
  onSave,
}: {
  saved: KeyChanges;
  under?: KeyChanges | null;
  onSave: (changes: KeyChanges) => Promise<unknown>;
}) {
  const [draft, setDraft] = useState<KeyChanges | null>(null);
  const [busy, setBusy] = useState(false);
  const changes = draft ?? saved;
  const faulty = Object.keys(faultsOf(changes, under)).length > 0;
  useBeforeUnload((event) => {
    if (draft) event.preventDefault();
  });
  const save = async () => {
    setBusy(true);
    try {
      await onSave(changes);
      setDraft(null);
      notify.done("The keys are saved");
    } catch (error) {
      notify.failed("The keys were not saved", error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="stack">
      <KeyEditor changes={changes} under={under} onChange={setDraft} />
      <div className="no-print flex flex-wrap gap-3">
        <button
          type="button"
          className="btn btn-primary"
          disabled={!draft || faulty || busy}
          onClick={() => void save()}
        >
          Save the keys
        </button>
        <button type="button" className="btn" disabled={!draft} onClick={() => setDraft(null)}>
          Discard
        </button>
        <button
          type="button"
          className="btn"
          disabled={Object.keys(changes).length === 0}
          onClick={() => setDraft({})}
        >
          Back to {under ? "the agency's" : "the product's"} keys
        </button>
        <button type="button" className="btn" onClick={() => window.print()}>
          Print the sheet
        </button>
      </div>
    </div>
  );
}
