import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import type { FieldProps } from "#web/kit/form/Field.tsx";
import { counted } from "#kernel/words.ts";
import { fileRulesOf, fileTypes, type FormField } from "../form/form.labels.ts";
import type { FormFile } from "./file.model.ts";
import { FileSign } from "./FileLine.tsx";
import { useFormFiles } from "./FilesContext.ts";

const nowhere = () => Promise.reject(new Error("Nothing is uploaded from here."));

const picturesSaid = (originals: boolean) =>
  originals
    ? "pictures; they stay as the camera made them, with place and time"
    : "pictures; place and time are taken off";

/** A question that is answered with files, or with photos that a phone takes. */
export function FilesField({ field, ...props }: FieldProps & { field: FormField }) {
  const { door } = useFormFiles();
  const { most, megabytes, types } = fileRulesOf(field);
  const kinds = types.map((type) => fileTypes[type].label).join(", ");
  const bounds = `${counted(most, "file")} at most, ${megabytes} MB each: ${field.kind === "photo" ? picturesSaid(door.originals === true) : kinds}`;
  const { upload } = door;
  return (
    <FileDrop<FormFile>
      {...props}
      hint={props.hint ? `${props.hint} ${bounds}` : bounds}
      disabled={upload === null}
      multiple={most > 1}
      most={most}
      accept={types.map((type) => fileTypes[type].accept).join(",")}
      {...(field.kind === "photo" ? { capture: "environment" } : {})}
      upload={upload ? (file) => upload(file, field.key) : nowhere}
      sign={(file) => <FileSign file={file} />}
    />
  );
}
