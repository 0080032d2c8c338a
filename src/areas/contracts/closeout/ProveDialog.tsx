import { formatDate } from "#kernel/dates.ts";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import { DateField, TextArea } from "#web/kit/form/fields.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { proofs } from "./closeout.labels.ts";
import type { Closeout as Answer, CloseoutItem } from "./closeout.model.ts";
import { SendDialog } from "./SendDialog.tsx";

type Values = { evidence: string; file: StoredFile[]; retainUntil: string };

/** Says by hand what shows that an item of the closeout is done. */
export function ProveDialog({
  item,
  answer,
  path,
  onClose,
}: {
  item: CloseoutItem;
  answer: Answer;
  path: string;
  onClose: () => void;
}) {
  const retention = item.proof === "retention";
  return (
    <SendDialog<Values>
      title={item.title}
      description="Whoever proves an item by hand does not close the contract."
      submit="Prove it"
      path={`${path}/${item.id}/actions/prove`}
      version={item.version}
      values={{ evidence: "", file: [], retainUntil: retention ? answer.retainAtLeast : "" }}
      bodyOf={({ evidence, file, retainUntil }) => ({
        evidence,
        fileId: file[0]?.id ?? null,
        retainUntil: retainUntil || null,
      })}
      onClose={onClose}
    >
      <TextArea
        name="evidence"
        label="What shows that it is done"
        required
        rows={3}
        maxLength={4000}
      />
      {retention && (
        <DateField
          name="retainUntil"
          label="Records are kept until"
          hint={`${formatDate(answer.retainAtLeast)} at the earliest. ${answer.citation}`}
          required
          min={answer.retainAtLeast}
        />
      )}
      <FileDrop name="file" label="Document" multiple={false} required={proofs[item.proof].file} />
    </SendDialog>
  );
}
