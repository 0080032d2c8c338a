import { File as FileIcon, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { useController } from "react-hook-form";
import { api, messageOf } from "../api.ts";
import { Field, requiredRule, type FieldProps } from "./Field.tsx";

/** A file that the server holds. `size` in bytes, `sha256` in hex. */
export type StoredFile = { id: string; name: string; size: number; sha256: string };

/** Bytes in words: `340 KB`. */
export const fileSize = (bytes: number): string => (bytes < 1_000 ? `${bytes} B` : bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`);

/** Sends one file to the server and answers what it holds. Throws ApiProblem (413 too large, 422 type not taken). */
export const uploadFile = (file: File): Promise<StoredFile> => {
  const body = new FormData();
  body.append("file", file);
  return api<StoredFile>("/api/v1/files", { method: "POST", body });
};

type DropZoneProps = { id?: string; accept?: string; multiple?: boolean; busy?: boolean; disabled?: boolean | undefined; describedBy?: string | undefined; invalid?: boolean; onFiles: (files: File[]) => void };

/** A place to drop files on, or to choose them with the keyboard. */
export function DropZone({ id, accept, multiple = false, busy = false, disabled, describedBy, invalid, onFiles }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="drop" data-over={over} onDragOver={(event) => { event.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)}
      onDrop={(event) => { event.preventDefault(); setOver(false); if (!disabled) onFiles([...event.dataTransfer.files].slice(0, multiple ? undefined : 1)); }}>
      <Upload aria-hidden="true" />
      <span>{busy ? "Uploading…" : `Drop ${multiple ? "files" : "a file"} here, or`}</span>
      <button id={id} type="button" className="btn btn-small" disabled={busy || disabled} aria-describedby={describedBy} data-invalid={invalid} onClick={() => input.current?.click()}>Choose {multiple ? "files" : "a file"}</button>
      <input ref={input} type="file" className="hidden" tabIndex={-1} aria-hidden="true" accept={accept} multiple={multiple} onChange={(event) => { onFiles([...(event.target.files ?? [])]); event.target.value = ""; }} />
    </div>
  );
}

/** Attachments: uploads at once and keeps name, size and hash in the form's value (a list of StoredFile). */
export function FileDrop({ accept, multiple = true, ...props }: FieldProps & { accept?: string; multiple?: boolean }) {
  const { validate } = requiredRule(props.label, props.required);
  const { field } = useController({ name: props.name, rules: validate ? { validate } : {} });
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const files = (field.value as StoredFile[] | null) ?? [];
  const add = async (chosen: File[]) => {
    setBusy(true);
    setFailed(null);
    let kept = multiple ? files : [];
    for (const file of chosen) {
      try { kept = [...kept, await uploadFile(file)]; } catch (error) { setFailed(`${file.name} was not uploaded: ${messageOf(error)}`); }
    }
    field.onChange(kept);
    setBusy(false);
  };
  return (
    <Field {...props}>
      {(control) => (
        <>
          <DropZone id={control.id} multiple={multiple} busy={busy} disabled={props.disabled} describedBy={control["aria-describedby"]} invalid={control["aria-invalid"]} onFiles={(chosen) => void add(chosen)} {...(accept ? { accept } : {})} />
          {failed && <p className="error" role="alert">{failed}</p>}
          <ul className="files">
            {files.map((file) => (
              <li key={file.id}><FileIcon aria-hidden="true" /><span className="min-w-0 truncate">{file.name}</span><span className="text-t3">{fileSize(file.size)}</span><span className="mono" title={`SHA-256 ${file.sha256}`}>{file.sha256.slice(0, 8)}…</span>
                <button type="button" className="btn btn-quiet btn-small ml-auto" aria-label={`Remove ${file.name}`} onClick={() => field.onChange(files.filter((each) => each.id !== file.id))}>Remove</button></li>
            ))}
          </ul>
        </>
      )}
    </Field>
  );
}
