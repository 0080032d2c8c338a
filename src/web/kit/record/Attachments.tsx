import { useState } from "react";
import { api, ApiProblem } from "../api.ts";
import { DropZone, uploadFile, type StoredFile } from "../form/DropZone.tsx";
import { eachFile, FileFailures, type FileFailure } from "../form/eachFile.tsx";
import { invalidateNoun, useGet } from "../queries.ts";
import { useQueryClient } from "@tanstack/react-query";
import { ErrorPanel, Panel } from "../states.tsx";
import { AttachmentRow, type Attachment } from "./AttachmentRow.tsx";

/** Files of a page of the panel. */
const perPage = 24;

/** The files of a record. `objectType` is the noun as the audit record names it: "requisition". */
export const useAttachments = (objectType: string, objectId: string, page = 1, limit = 500) =>
  useGet<{ items: Attachment[]; total: number; stay: boolean }>(
    "attachments",
    `/api/v1/attachments?objectType=${objectType}&objectId=${objectId}&page=${page}&limit=${limit}`,
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

type PagesProps = { page: number; total: number; onPage: (page: number) => void };

/** Where a record has more files than stand on one page. */
function Pages({ page, total, onPage }: PagesProps) {
  const pages = Math.ceil(total / perPage);
  if (pages <= 1 && page === 1) return null;
  return (
    <nav
      aria-label="Pages of documents"
      className="flex flex-wrap items-center gap-3 text-13 text-t2"
    >
      <button
        type="button"
        className="btn btn-small"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        Earlier
      </button>
      <span aria-live="polite">
        {(page - 1) * perPage + 1}–{Math.min(page * perPage, total)} of{" "}
        {total.toLocaleString("en-US")} documents
      </span>
      <button
        type="button"
        className="btn btn-small"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        Later
      </button>
    </nav>
  );
}

/**
 * A record's documents: add, fetch, take off. What is taken off stays in the history by name and
 * hash.
 */
export function Attachments({ objectType, objectId }: { objectType: string; objectId: string }) {
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const list = useAttachments(objectType, objectId, page, perPage);
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
    setBusy(false);
    await invalidateNoun(client, "attachments");
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
        {list.data?.stay && (
          <p className="text-13 text-t3">
            These documents stay as they are. A later one is added with its day and your name.
          </p>
        )}
        <Pages page={page} total={list.data?.total ?? 0} onPage={setPage} />
        <DropZone multiple busy={busy} onFiles={(files) => void add(files)} />
        <FileFailures
          failures={failed}
          onRemove={(gone) => setFailed((now) => now.filter((each) => each !== gone))}
        />
      </div>
    </Panel>
  );
}
