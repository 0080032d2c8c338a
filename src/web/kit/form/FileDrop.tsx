import { File as FileIcon } from "lucide-react";
import { useState } from "react";
import { useController } from "react-hook-form";
import { DropZone, fileSize, uploadFile, type StoredFile } from "./DropZone.tsx";
import { eachFile, FileFailures, type FileFailure } from "./eachFile.tsx";
import { Field, requiredRule, type FieldProps } from "./Field.tsx";
import { leaveRow } from "./leaveRow.ts";

/**
 * Attachments: uploads at once and keeps name, size and hash in the form's value (a list of
 * StoredFile).
 */
export function FileDrop({
  accept,
  multiple = true,
  ...props
}: FieldProps & { accept?: string; multiple?: boolean }) {
  const { validate } = requiredRule(props.label, props.required);
  const { field } = useController({ name: props.name, rules: validate ? { validate } : {} });
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<readonly FileFailure[]>([]);
  const files = (field.value as StoredFile[] | null) ?? [];
  const add = async (chosen: File[]) => {
    setBusy(true);
    setFailed([]);
    const stored: StoredFile[] = [];
    setFailed(
      await eachFile(chosen, "uploaded", async (file) => void stored.push(await uploadFile(file))),
    );
    field.onChange(multiple ? [...files, ...stored] : stored.length > 0 ? stored : files);
    setBusy(false);
  };
  return (
    <Field {...props}>
      {(control) => (
        <div className="grid gap-2" data-files>
          <DropZone
            id={control.id}
            multiple={multiple}
            busy={busy}
            disabled={props.disabled}
            describedBy={control["aria-describedby"]}
            invalid={control["aria-invalid"]}
            onFiles={(chosen) => void add(chosen)}
            {...(accept ? { accept } : {})}
          />
          <FileFailures
            failures={failed}
            onRemove={(gone) => setFailed((now) => now.filter((each) => each !== gone))}
          />
          <ul className="files">
            {files.map((file) => (
              <li key={file.id}>
                <FileIcon aria-hidden="true" />
                <span className="min-w-0 truncate">{file.name}</span>
                <span className="text-t3">{fileSize(file.size)}</span>
                <span className="mono" title={`SHA-256 ${file.sha256}`}>
                  {file.sha256.slice(0, 8)}…
                </span>
                <button
                  type="button"
                  className="btn btn-quiet btn-small ml-auto"
                  data-remove
                  aria-label={`Remove ${file.name}`}
                  onClick={(event) => {
                    leaveRow(event.currentTarget);
                    field.onChange(files.filter((each) => each.id !== file.id));
                  }}
                >
                  Remove
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Field>
  );
}
