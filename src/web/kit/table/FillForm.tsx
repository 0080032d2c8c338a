import { useState } from "react";
import { messageOf } from "../api.ts";
import { Dialog } from "../overlays.tsx";
import { useMutationAction } from "../queries.ts";
import { notify } from "../Toasts.tsx";
import type { PaperOffer } from "./paperOffer.ts";
import type { Selection } from "./selection.ts";

const most = 500;

/** Asks into which PDF the selected records are filled; a job makes the file. */
export function FillForm({
  path,
  offers,
  selection,
  onClose,
}: {
  path: string;
  offers: readonly PaperOffer[];
  selection: Selection;
  onClose: () => void;
}) {
  const count = selection.kind === "all" ? selection.total : selection.ids.length;
  const [templateId, setTemplateId] = useState(offers[0]?.templateId ?? "");
  const [form, setForm] = useState<"zip" | "one">("zip");
  const ask = useMutationAction("jobs", "paper-runs");
  const send = async () => {
    await ask.mutateAsync({
      path: "/api/v1/paper-runs",
      body: {
        templateId,
        path,
        form,
        ...(selection.kind === "all" ? { search: selection.search } : { ids: [...selection.ids] }),
      },
    });
    notify.done(
      "The PDFs are being filled in",
      "The tray of long work offers them when they are ready.",
    );
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title="Fill a form"
      description={`${count.toLocaleString("en-US")} ${count === 1 ? "record" : "records"} of this list, with what it shows you.`}
      footer={
        <button
          type="button"
          className="btn btn-primary"
          disabled={ask.isPending || count > most}
          onClick={() => void send().catch(() => {})}
        >
          Fill in
        </button>
      }
    >
      <div className="grid gap-4">
        <label className="field">
          <span>Template</span>
          <select
            className="field-control"
            value={templateId}
            onChange={(event) => setTemplateId(event.target.value)}
          >
            {offers.map((offer) => (
              <option key={offer.templateId} value={offer.templateId}>
                {offer.name}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>File</span>
          <select
            className="field-control"
            value={form}
            onChange={(event) => setForm(event.target.value as "zip" | "one")}
          >
            <option value="zip">ZIP with one PDF each</option>
            <option value="one">One PDF of all</option>
          </select>
        </label>
        {count > most && (
          <p className="notice tone-warning">
            {most} records at most are filled in at once. Filter the list and do each part.
          </p>
        )}
        {ask.isError && (
          <p className="notice tone-danger" role="alert">
            {messageOf(ask.error)}
          </p>
        )}
      </div>
    </Dialog>
  );
}
