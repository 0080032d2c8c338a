import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { api } from "../api.ts";
import type { StoredFile, UploadFor } from "./stored.ts";

export type { StoredFile } from "./stored.ts";

/** Bytes in words: `340 KB`. */
export const fileSize = (bytes: number): string =>
  bytes < 1_000
    ? `${bytes} B`
    : bytes < 1_000_000
      ? `${Math.round(bytes / 1_000)} KB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Larger files are sent in pieces, so that a broken line loses nothing. */
const inOnePiece = 5_000_000;

/**
 * Sends one file to the server and answers what it holds; `onProgress` is told which share of a large
 * one has come. Throws ApiProblem (413 too large, 422 type not taken).
 */
export const uploadFile = async (
  file: File,
  onProgress: (share: number) => void = () => {},
  record?: UploadFor,
): Promise<StoredFile> => {
  if (file.size > inOnePiece || record) {
    const { uploadInPieces } = await import("./resumable.ts");
    return uploadInPieces(file, onProgress, record);
  }
  const body = new FormData();
  body.append("file", file);
  return api<StoredFile>("/api/v1/files", { method: "POST", body });
};

/** A file as a form holds it; `size` in bytes. */
export type KeptFile = { id: string; name: string; size: number };

/** Sends files to an address of their own, such as a contractor's of one of its orders. Throws ApiProblem. */
export const uploadTo =
  (path: string) =>
  async (file: File): Promise<KeptFile> => {
    const body = new FormData();
    body.append("file", file);
    const { id } = await api<{ id: string }>(path, { method: "POST", body });
    return { id, name: file.name, size: file.size };
  };

type DropZoneProps = {
  id?: string;
  accept?: string;
  /** A phone opens this camera in place of its files. */
  capture?: "environment";
  multiple?: boolean;
  busy?: boolean;
  /** Which share of the file that is being sent has come; null where nobody tells. */
  share?: number | null;
  disabled?: boolean | undefined;
  describedBy?: string | undefined;
  invalid?: boolean;
  onFiles: (files: File[]) => void;
};

const sending = (share: number | null): string =>
  share === null ? "Uploading…" : `Uploading… ${Math.floor(share * 100)}%`;

/** A place to drop files on, or to choose them with the keyboard. */
export function DropZone({
  id,
  accept,
  capture,
  multiple = false,
  busy = false,
  share = null,
  disabled,
  describedBy,
  invalid,
  onFiles,
}: DropZoneProps) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div
      className="drop"
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!disabled) onFiles([...event.dataTransfer.files].slice(0, multiple ? undefined : 1));
      }}
    >
      <Upload aria-hidden="true" />
      <span role="status">
        {busy ? sending(share) : `Drop ${multiple ? "files" : "a file"} here, or`}
      </span>
      <button
        id={id}
        type="button"
        data-choose
        className="btn btn-small"
        disabled={busy || disabled}
        aria-describedby={describedBy}
        data-invalid={invalid}
        onClick={() => input.current?.click()}
      >
        Choose {multiple ? "files" : "a file"}
      </button>
      <input
        ref={input}
        type="file"
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
        accept={accept}
        capture={capture}
        multiple={multiple}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </div>
  );
}
