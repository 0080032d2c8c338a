import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { api } from "#web/kit/api.ts";
import { DropZone } from "#web/kit/form/DropZone.tsx";
import { failureOf, FileFailures, type FileFailure } from "#web/kit/form/eachFile.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { SourceAges } from "#areas/connectors/connectors.ui.tsx";
import type { ImportRow } from "./market.model.ts";

export const importStates = {
  queued: { label: "Being read", tone: "progress" },
  done: { label: "Read", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
} as const;

function Upload({ onDone }: { onDone: () => void }) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<FileFailure | null>(null);
  const navigate = useNavigate();
  const send = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setFailed(null);
    const body = new FormData();
    body.append("file", file);
    try {
      const { id, known } = await api<{ id: string; known: boolean }>("/api/v1/ocds-imports", {
        method: "POST",
        body,
      });
      if (known) notify.done("This file was read before", "Nothing changed.");
      onDone();
      void navigate(pathTo("marketImport", { id }));
    } catch (error) {
      setFailed(failureOf(file, "taken", error));
    }
    setBusy(false);
  };
  return (
    <Panel title="Bring in awards of other agencies">
      <p className="mb-3 text-t2">
        An OCDS release package or record package (JSON, at most 100 MB), as portals around the
        world publish them. The file is kept by its hash; the same file twice changes nothing.
      </p>
      <div className="grid gap-3" data-files>
        <DropZone accept=".json,.jsonl" busy={busy} onFiles={(files) => void send(files[0])} />
        <FileFailures failures={failed ? [failed] : []} onRemove={() => setFailed(null)} />
      </div>
    </Panel>
  );
}

/** Files that were brought in, and the place for the next one. */
export function ImportsTab() {
  const { timeZone } = useAgency();
  const { can } = useAuth();
  const read = useGet<{ items: ImportRow[] }>("ocds-imports", "/api/v1/ocds-imports");
  if (read.isPending) return <RecordSkeleton />;
  if (!read.data) return <ErrorPanel error={read.error} what="Imports" />;
  return (
    <div className="stack mt-4">
      {can("market.import") && <Upload onDone={() => void read.refetch()} />}
      <SourceAges path="/api/v1/ocds-sources" />
      <Panel title="Files" flush={read.data.items.length > 0}>
        {read.data.items.length === 0 ? (
          <EmptyState kind="first-use" title="No file yet">
            What others paid appears beside your own prices once a package is read.
          </EmptyState>
        ) : (
          <ul>
            {read.data.items.map((i) => (
              <li key={i.id} className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
                <span className="flex flex-wrap items-center gap-3">
                  <Link to={pathTo("marketImport", { id: i.id })}>{i.fileName}</Link>
                  <Badge {...importStates[i.state]} />
                  <span className="ml-auto text-12 text-t3">
                    {formatInstant(i.createdAt, timeZone)}
                  </span>
                </span>
                <span className="text-13 text-t2">
                  {i.error ??
                    `${i.publisher ?? "No publisher named"} · ${counted(i.processes, "process", "processes")}, ${counted(i.lines, "line")} · ${
                      Object.entries(i.currencies)
                        .map(([c, n]) => `${n} in ${c}`)
                        .join(", ") || "no prices"
                    }`}
                </span>
                <span className="mono text-12 text-t3">{i.sha256.slice(0, 16)}…</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}
