import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { api } from "../api.ts";

/** A file that the server holds. `size` in bytes, `sha256` in hex. */
export type StoredFile = { id: string; name: string; size: number; sha256: string };

/** Bytes in words: `340 KB`. */
export const fileSize = (bytes: number): string =>
  bytes < 1_000
    ? `${bytes} B`
    : bytes < 1_000_000
      ? `${Math.round(bytes / 1_000)} KB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;

/**
 * Sends one file to the server and answers what it holds. Throws ApiProblem (413 too large, 422
 * type not taken).
 */
export const uploadFile = (file: File): Promise<StoredFile> => {
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
  disabled?: boolean | undefined;
  describedBy?: string | undefined;
  invalid?: boolean;
  onFiles: (files: File[]) => void;
};

/** A place to drop files on, or to choose them with the keyboard. */
export function DropZone({
  id,
  accept,
  capture,
  multiple = false,
  busy = false,
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
      <span>{busy ? "Uploading…" : `Drop ${multiple ? "files" : "a file"} here, or`}</span>
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
