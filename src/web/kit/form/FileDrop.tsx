import { File as FileIcon } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useController } from "react-hook-form";
import { DropZone, fileSize, uploadFile } from "./DropZone.tsx";
import { eachFile, failureOf, FileFailures, type FileFailure } from "./eachFile.tsx";
import { Field, requiredRule, type FieldProps } from "./Field.tsx";
import { counted } from "#kernel/words.ts";
import { leaveRow } from "./leaveRow.ts";

/** What is kept of an upload; `sha256` where the server tells it. */
type Kept = { id: string; name: string; size: number; sha256?: string };

/** Sends a file and gives what is kept of it; tells meanwhile which share of it has come. */
type Sending<F> = (file: File, onProgress: (share: number) => void) => Promise<F>;

/**
 * Attachments: uploads at once and keeps in the form's value (a list) what `upload` gives; without
 * it a file of the agency (StoredFile). `most` files are taken; `sign` is drawn before each.
 */
export function FileDrop<F extends Kept>({
  accept,
  capture,
  multiple = true,
  most = Infinity,
  upload = uploadFile as unknown as Sending<F>,
  sign = () => <FileIcon aria-hidden="true" />,
  ...props
}: FieldProps & {
  accept?: string;
  capture?: "environment";
  multiple?: boolean;
  most?: number;
  upload?: Sending<F>;
  sign?: (file: F) => ReactNode;
}) {
  const { validate } = requiredRule(props.label, props.required);
  const { field } = useController({ name: props.name, rules: validate ? { validate } : {} });
  const [busy, setBusy] = useState(false);
  const [share, setShare] = useState<number | null>(null);
  const [failed, setFailed] = useState<readonly FileFailure[]>([]);
  const files = (field.value as F[] | null) ?? [];
  const add = async (chosen: File[]) => {
    setBusy(true);
    setFailed([]);
    const stored: F[] = [];
    const room = multiple ? most - files.length : 1;
    const beyond = chosen
      .slice(room)
      .map((file) => failureOf(file, "uploaded", `Take ${counted(most, "file")} at most.`));
    const failures = await eachFile(
      chosen.slice(0, room),
      "uploaded",
      async (file) => void stored.push(await upload(file, setShare)),
    );
    setFailed([...failures, ...beyond]);
    field.onChange(multiple ? [...files, ...stored] : stored.length > 0 ? stored : files);
    setBusy(false);
    setShare(null);
  };
  return (
    <Field {...props}>
      {(control) => (
        <div className="grid gap-2" data-files>
          <DropZone
            id={control.id}
            multiple={multiple}
            busy={busy}
            share={share}
            disabled={props.disabled}
            describedBy={control["aria-describedby"]}
            invalid={control["aria-invalid"]}
            onFiles={(chosen) => void add(chosen)}
            {...(accept ? { accept } : {})}
            {...(capture ? { capture } : {})}
          />
          <FileFailures
            failures={failed}
            onRemove={(gone) => setFailed((now) => now.filter((each) => each !== gone))}
          />
          <ul className="files">
            {files.map((file) => (
              <li key={file.id}>
                {sign(file)}
                <span className="min-w-0 truncate">{file.name}</span>
                <span className="text-t3">{fileSize(file.size)}</span>
                {file.sha256 && (
                  <span className="mono" title={`SHA-256 ${file.sha256}`}>
                    {file.sha256.slice(0, 8)}…
                  </span>
                )}
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
