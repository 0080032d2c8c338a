import { File as FileIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { fileSize } from "#web/kit/form/DropZone.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { FormFile } from "./file.model.ts";
import { saveFormFile, useFormFiles } from "./FilesContext.ts";

const heldWords = {
  waiting: "Being looked at by the virus scanner",
  infected: "Refused by the virus scanner",
  unscannable: "The virus scanner cannot look at it",
} as const;

/** A picture, small; a file's sign where there is none. */
export function FileSign({ file }: { file: FormFile }) {
  const { door } = useFormFiles();
  const [source, setSource] = useState<string | null>(null);
  const drawn = file.mediaType.startsWith("image/") && file.held === null;
  useEffect(() => {
    if (!drawn) return;
    let made: string | null = null;
    let over = false;
    door.read(file.id, "small").then(
      (bytes) => {
        if (over) return;
        made = URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" }));
        setSource(made);
      },
      () => setSource(null),
    );
    return () => {
      over = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [door, drawn, file.id]);
  return source ? (
    <img src={source} alt="" className="size-12 rounded-[4px] object-cover" />
  ) : (
    <FileIcon aria-hidden="true" />
  );
}

function FileLine({ file }: { file: FormFile }) {
  const { door } = useFormFiles();
  const get = () =>
    void saveFormFile(door, file).catch((error: unknown) =>
      notify.failed("The file could not be fetched", error),
    );
  return (
    <li className="!flex-wrap">
      <FileSign file={file} />
      {file.held ? (
        <span className="min-w-0 truncate">{file.name}</span>
      ) : (
        <button type="button" className="min-w-0 truncate text-left text-link" onClick={get}>
          {file.name}
        </button>
      )}
      <span className="text-t3">{fileSize(file.size)}</span>
      {file.held && <span className="badge tone-warning">{heldWords[file.held]}</span>}
    </li>
  );
}

/** The files of an answer, each with its picture or sign, taken by its name. */
export function FileLines({ ids, label }: { ids: readonly unknown[]; label: string }) {
  const { files } = useFormFiles();
  const named = ids.flatMap((id) => files.find((file) => file.id === id) ?? []);
  return (
    <ul className="files" aria-label={label}>
      {named.map((file) => (
        <FileLine key={file.id} file={file} />
      ))}
    </ul>
  );
}
