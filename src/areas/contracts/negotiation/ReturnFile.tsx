import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { api, messageOf } from "#web/kit/api.ts";
import { DropZone } from "#web/kit/form/DropZone.tsx";
import { invalidateNoun } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { VendorRound } from "./negotiation.model.ts";

/** Files that the vendor sends back beside its answer; what is refused is said in words. */
export function ReturnFile({
  path,
  files,
  open,
}: {
  path: string;
  files: VendorRound["files"];
  open: boolean;
}) {
  const { timeZone } = useAgency();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const send = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setRefused(null);
    try {
      const body = new FormData();
      body.append("file", file);
      await api(`${path}/files`, { method: "POST", body });
      notify.done("File kept", file.name);
      await invalidateNoun(client, "vendor-negotiations");
    } catch (error) {
      setRefused(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  if (!open && files.length === 0) return null;
  return (
    <Panel title="Files">
      <div className="grid gap-3">
        {open && (
          <>
            <p className="text-t2">
              If you marked up a copy, send it as PDF or text. The agency sees every word in which
              it differs from what was sent. It does not replace your answer above.
            </p>
            <DropZone
              accept=".pdf,.txt,application/pdf,text/plain"
              busy={busy}
              onFiles={([file]) => void send(file)}
            />
          </>
        )}
        {refused && (
          <p className="notice tone-danger" role="alert">
            {refused}
          </p>
        )}
        <ul className="grid gap-2">
          {files.map((file) => (
            <li key={file.id}>
              {file.name}
              <small className="block text-t3">
                {formatInstant(file.sentAt, timeZone)}
                {file.unsearchable && ` · ${file.unsearchable}`}
              </small>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}
