import { DateField, TextField } from "#web/kit/form/fields.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { PaperKind } from "./paper.labels.ts";

type Kept = { id: string; name: string; size: number };
type Asked = { number: string; title: string; kind: PaperKind };

/** Hands in a paper with its files: of a warranty its last day, of a certificate its number. */
export function HandInDialog({
  paper,
  path,
  version,
  nouns,
  upload,
  description,
  onClose,
}: {
  paper: Asked;
  path: string;
  version?: number;
  nouns: readonly string[];
  upload?: (file: File) => Promise<Kept>;
  description: string;
  onClose: () => void;
}) {
  return (
    <PostDialog<{ files: Kept[]; certificateNo: string; validUntil: string }>
      title={`Hand in ${paper.number}`}
      description={`${paper.title}. ${description}`}
      path={path}
      submit="Hand in"
      values={{ files: [], certificateNo: "", validUntil: "" }}
      nouns={nouns}
      {...(version !== undefined && { version })}
      bodyOf={({ files, certificateNo, validUntil }) => ({
        fileIds: files.map(({ id }) => id),
        certificateNo,
        validUntil: validUntil || null,
      })}
      onClose={onClose}
    >
      <FileDrop<Kept> name="files" label="Paper" most={20} required {...(upload && { upload })} />
      {paper.kind === "warranty" && <DateField name="validUntil" label="Warranty until" required />}
      {paper.kind === "withholding" && (
        <TextField
          name="certificateNo"
          label="Confirmation number"
          hint="As the state's certificate bears it"
          required
          maxLength={60}
        />
      )}
    </PostDialog>
  );
}
