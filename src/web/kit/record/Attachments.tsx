import { File as FileIcon } from "lucide-react";
import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { api, ApiProblem, download } from "../api.ts";
import { DropZone, fileSize, uploadFile, type StoredFile } from "../form/DropZone.tsx";
import { eachFile, FileFailures, type FileFailure } from "../form/eachFile.tsx";
import { leaveRow } from "../form/leaveRow.ts";
import { invalidateNoun, useGet, useMutationAction } from "../queries.ts";
import { useQueryClient } from "@tanstack/react-query";
import { ErrorPanel, Panel } from "../states.tsx";
import { notify } from "../Toasts.tsx";

export type Attachment = {
  id: string;
  fileId: string;
  name: string;
  label: string;
  mediaType: string;
  size: number;
  sha256: string;
  addedBy: string | null;
  addedById: string | null;
  addedAt: string;
  kept: boolean;
};

/** The files of a record. `objectType` is the noun as the audit record names it: "requisition". */
export const useAttachments = (objectType: string, objectId: string) =>
  useGet<{ items: Attachment[] }>(
    "attachments",
    `/api/v1/attachments?objectType=${objectType}&objectId=${objectId}`,
  );

const attach = async (objectType: string, objectId: string, fileId: string): Promise<void> =>
  void (await api("/api/v1/attachments", {
    method: "POST",
    body: { objectType, objectId, fileId },
  }));

/**
 * Ties uploaded files to a record, all that can be; throws an error that names those that could
 * not, each with its reason.
 */
export const attachFiles = async (
  objectType: string,
  objectId: string,
  files: readonly StoredFile[],
): Promise<void> => {
  const failures = await eachFile(files, "attached", (file) =>
    attach(objectType, objectId, file.id),
  );
  if (failures.length > 0)
    throw new ApiProblem(422, { detail: failures.map((each) => each.text).join(" ") });
};

function AttachmentRow({ file }: { file: Attachment }) {
  const { me } = useAuth();
  const { timeZone } = useAgency();
  const change = useMutationAction("attachments");
  const get = () =>
    void download(`/api/v1/files/${file.fileId}`).catch((error: unknown) =>
      notify.failed("The file could not be fetched", error),
    );
  return (
    <li className="!flex-wrap">
      <FileIcon aria-hidden="true" />
      <button
        type="button"
        className="min-w-0 truncate text-left text-link hover:underline"
        onClick={get}
      >
        {file.name}
      </button>
      <span className="text-t3">{fileSize(file.size)}</span>
      <span className="mono" title={`SHA-256 ${file.sha256}`}>
        {file.sha256.slice(0, 8)}…
      </span>
      <span className="ml-auto text-13 text-t3">
        {file.addedBy ?? "Former member"} · {formatInstant(file.addedAt, timeZone)}
      </span>
      {file.addedById === me?.person.id && !file.kept && (
        <button
          type="button"
          className="btn btn-quiet btn-small"
          data-remove
          aria-label={`Take ${file.name} off`}
          onClick={(event) => {
            leaveRow(event.currentTarget);
            change.mutate(
              { method: "DELETE", path: `/api/v1/attachments/${file.id}` },
              { onError: (error) => notify.failed("Not removed", error) },
            );
          }}
        >
          Remove
        </button>
      )}
    </li>
  );
}

/**
 * A record's documents: add, fetch, take off. What is taken off stays in the history by name and
 * hash.
 */
export function Attachments({ objectType, objectId }: { objectType: string; objectId: string }) {
  const client = useQueryClient();
  const list = useAttachments(objectType, objectId);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<readonly FileFailure[]>([]);
  const add = async (files: File[]) => {
    setBusy(true);
    setFailed([]);
    setFailed(
      await eachFile(files, "attached", async (file) =>
        attach(objectType, objectId, (await uploadFile(file)).id),
      ),
    );
    await invalidateNoun(client, "attachments");
    setBusy(false);
  };
  return (
    <Panel title="Documents">
      <div className="grid gap-3" data-files>
        {list.isError && (
          <ErrorPanel error={list.error} what="The documents" onRetry={() => void list.refetch()} />
        )}
        {list.data?.items.length === 0 && (
          <p className="text-t3">
            No documents yet. Quotes, specifications and drawings belong here.
          </p>
        )}
        {list.data && list.data.items.length > 0 && (
          <ul className="files">
            {list.data.items.map((file) => (
              <AttachmentRow key={file.id} file={file} />
            ))}
          </ul>
        )}
        <DropZone multiple busy={busy} onFiles={(files) => void add(files)} />
        <FileFailures
          failures={failed}
          onRemove={(gone) => setFailed((now) => now.filter((each) => each !== gone))}
        />
      </div>
    </Panel>
  );
}
