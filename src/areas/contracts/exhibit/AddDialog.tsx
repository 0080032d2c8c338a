import { options } from "#kernel/labels.ts";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import { SelectField, TextField } from "#web/kit/form/fields.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { SendDialog } from "../closeout/SendDialog.tsx";
import { exhibitKinds } from "./exhibit.labels.ts";

type Values = { what: string; title: string; file: StoredFile[] };

/** Adds a file to a contract. */
export function AddDialog({ path, onClose }: { path: string; onClose: () => void }) {
  return (
    <SendDialog<Values>
      title="Add an exhibit"
      description="The signed document carries this very file. Pages of a PDF stand behind its terms."
      submit="Add"
      path={path}
      values={{ what: "", title: "", file: [] }}
      bodyOf={({ what, title, file }) => ({ what, title, fileId: file[0]?.id ?? "" })}
      onClose={onClose}
    >
      <SelectField name="what" label="It holds" required options={options(exhibitKinds)} />
      <TextField name="title" label="Title" required maxLength={200} />
      <FileDrop name="file" label="File" multiple={false} required />
    </SendDialog>
  );
}
