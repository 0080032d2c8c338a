import { FileText, Plus } from "lucide-react";
import { useState } from "react";
import { Missing, DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { api } from "#web/kit/api.ts";
import { DropZone, fileSize } from "#web/kit/form/DropZone.tsx";
import { failureOf, FileFailures, type FileFailure } from "#web/kit/form/eachFile.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { CompanyView } from "./company.model.ts";
import { documentKinds, type DocumentKind } from "./registration.labels.ts";

function AddDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [kind, setKind] = useState<DocumentKind>("w9");
  const [label, setLabel] = useState("");
  const [expiresOn, setExpires] = useState("");
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<FileFailure | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const needsDate = kind === "insurance" || kind === "license";
  const send = async () => {
    if (!file || busy) return;
    setBusy(true);
    setFailed(null);
    const body = new FormData();
    for (const [name, value] of Object.entries({ kind, label, expiresOn }))
      body.append(name, value);
    body.append("file", file);
    try {
      await api("/api/v1/vendor-company/documents", { method: "POST", body });
      notify.done("Document kept");
      onDone();
      onClose();
    } catch (error) {
      setFailed(failureOf(file, "taken", error));
    }
    setBusy(false);
  };
  return (
    <Dialog
      onClose={onClose}
      title="Add a document"
      description="Kept once; every agency that you submit to afterwards gets a copy."
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={!file || busy || (needsDate && !expiresOn)}
            onClick={() => {
              if (!needsDate || expiresOn) void send();
            }}
          >
            Keep the document
          </button>
        </>
      }
    >
      <div className="grid gap-4">
        <label className="field">
          <span>Kind</span>
          <select
            className="field-control"
            value={kind}
            onChange={(event) => setKind(event.target.value as DocumentKind)}
          >
            {Object.entries(documentKinds).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>
            What it is <span className="optional">(optional)</span>
          </span>
          <input
            className="field-control"
            maxLength={200}
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
        </label>
        {kind !== "w9" && (
          <label className="field">
            <span>Runs out on {!needsDate && <span className="optional">(optional)</span>}</span>
            <input
              type="date"
              className="field-control"
              value={expiresOn}
              onChange={(event) => setExpires(event.target.value)}
            />
          </label>
        )}
        <div className="grid gap-3" data-files>
          <DropZone
            accept=".pdf,.png,.jpg,.jpeg,.heic,.heif"
            busy={busy}
            onFiles={(files) => setFile(files[0] ?? null)}
          />
          {file && <p className="text-13">{file.name}</p>}
          <FileFailures failures={failed ? [failed] : []} onRemove={() => setFailed(null)} />
        </div>
      </div>
    </Dialog>
  );
}

/** The company's documents with the day on which each runs out. */
export function CompanyDocuments({
  view,
  onChanged,
}: {
  view: CompanyView;
  onChanged: () => void;
}) {
  const [adding, setAdding] = useState(false);
  const act = useMutationAction("vendor-company");
  const remove = (id: string) =>
    act.mutate(
      { method: "DELETE", path: `/api/v1/vendor-company/documents/${id}` },
      {
        onSuccess: () => {
          notify.done("Taken away", "Agencies keep what was submitted to them.");
          onChanged();
        },
        onError: (error) => notify.failed("Not taken away", error),
      },
    );
  return (
    <Panel
      title="Documents"
      aside={
        <button type="button" className="btn btn-small" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
          Add
        </button>
      }
      flush={view.documents.length > 0}
    >
      {view.documents.length === 0 ? (
        <EmptyState kind="first-use" title="No documents yet">
          Agencies need the signed Form W-9; most ask for a certificate of insurance.
        </EmptyState>
      ) : (
        <ul>
          {view.documents.map((d) => (
            <li
              key={d.id}
              className="flex flex-wrap items-center gap-3 border-b border-hair px-4 py-3 last:border-0"
            >
              <FileText className="size-4 text-t3" aria-hidden="true" />
              <span className="min-w-0 flex-1">
                {documentKinds[d.kind]}
                {d.label && `, ${d.label}`}
                <small className="block truncate text-12 text-t3">
                  {d.fileName} · {fileSize(d.size)}
                </small>
              </span>
              <span className="text-13">
                {d.expiresOn ? (
                  <DeadlineClock deadline={d.expiresOn} label="until" />
                ) : (
                  <Missing what="no end" />
                )}
              </span>
              <button
                type="button"
                className="btn btn-quiet btn-small"
                aria-label={`Take away ${d.fileName}`}
                onClick={() => remove(d.id)}
              >
                Take away
              </button>
            </li>
          ))}
        </ul>
      )}
      {adding && <AddDialog onClose={() => setAdding(false)} onDone={onChanged} />}
    </Panel>
  );
}
