import { File as FileIcon } from "lucide-react";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "../api.ts";
import { fileSize } from "../form/DropZone.tsx";
import { leaveRow } from "../form/leaveRow.ts";
import { useMutationAction } from "../queries.ts";
import { notify } from "../Toasts.tsx";
import { Thumbnail } from "./Thumbnail.tsx";

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
  addedAt: Instant;
  kept: boolean;
  look: "waiting" | "clean" | "infected" | "unscannable" | "unscanned" | null;
  signature: string | null;
  takenAt: string | null;
  latitude: number | null;
  longitude: number | null;
  camera: string | null;
  unsearchable: string | null;
};

/** Why nobody gets a file now; null for one that is given out. */
const heldBecause = (file: Attachment): string | null =>
  file.look === "waiting"
    ? "Being looked at by the virus scanner"
    : file.look === "infected"
      ? `Refused: it holds ${file.signature}`
      : file.look === "unscannable"
        ? "The virus scanner cannot look at it"
        : null;

/** `Nov 2, 2026, 14:30` of a camera's own clock, which knows no zone. */
const shotAt = (takenAt: string): string =>
  new Intl.DateTimeFormat("en-US", {
    timeZone: "UTC",
    dateStyle: "medium",
    timeStyle: "short",
  }).format(new Date(`${takenAt}Z`));

/** What a camera wrote into a picture, as one line. */
const shot = (file: Attachment): string =>
  [
    file.takenAt && `Taken ${shotAt(file.takenAt)}`,
    file.latitude !== null &&
      file.longitude !== null &&
      `at ${file.latitude.toFixed(5)}, ${file.longitude.toFixed(5)}`,
    file.camera && `with ${file.camera}`,
  ]
    .filter(Boolean)
    .join(" ");

/** A file of a record: its picture, how it stands with the scanner, who added it. */
export function AttachmentRow({ file }: { file: Attachment }) {
  const { me } = useAuth();
  const { timeZone } = useAgency();
  const change = useMutationAction("attachments");
  const held = heldBecause(file);
  const get = () =>
    void download(`/api/v1/files/${file.fileId}`).catch((error: unknown) =>
      notify.failed("The file could not be fetched", error),
    );
  return (
    <li className="!flex-wrap">
      {file.mediaType.startsWith("image/") && !held ? (
        <Thumbnail fileId={file.fileId} />
      ) : (
        <FileIcon aria-hidden="true" />
      )}
      {held ? (
        <span className="min-w-0 truncate">{file.name}</span>
      ) : (
        <button type="button" className="min-w-0 truncate text-left text-link" onClick={get}>
          {file.name}
        </button>
      )}
      {held && (
        <span
          className={`badge ${file.look === "waiting" ? "tone-warning" : "tone-danger"}`}
          role="status"
        >
          {held}
        </span>
      )}
      <span className="text-t3">
        {fileSize(file.size)}
        {file.look === "unscanned" && " · not scanned"}
      </span>
      {file.unsearchable && (
        <span className="badge tone-neutral" title={file.unsearchable}>
          Not searchable
        </span>
      )}
      <span className="mono" title={`SHA-256 ${file.sha256}`}>
        {file.sha256.slice(0, 8)}…
      </span>
      <span className="ml-auto text-13 text-t3">
        {file.addedBy ?? (file.addedById ? "Former member" : "System")} ·{" "}
        {formatInstant(file.addedAt, timeZone)}
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
      {shot(file) && <span className="basis-full text-13 text-t3">{shot(file)}</span>}
    </li>
  );
}
