import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { AuditEntryRow } from "./audit.model.ts";
import { actionWords, typeWords } from "./audit.labels.ts";

/** Asks on which ground the content of an entry is erased; nothing brings it back. */
export function EraseDialog({ entry, onClose }: { entry: AuditEntryRow; onClose: () => void }) {
  const act = useMutationAction("auditEntry", "audit-entries");
  const erase = async (body: { reason: string }) => {
    await act.mutateAsync({ path: `/api/v1/audit-entries/${entry.id}/actions/erase`, body });
    notify.done("The content is erased", "Its digest and its place in the ledger remain.");
    onClose();
  };
  return (
    <FormDialog<{ reason: string }>
      title="Erase the content of this entry?"
      description={`${typeWords(entry.objectType)} ${entry.objectNumber ?? ""}: ${actionWords(entry.action).toLowerCase()}. Who did it, what changed and the note are gone for ever, from every copy that this server makes. That you erased it, and why, is an entry of its own.`}
      defaultValues={{ reason: "" }}
      submitLabel="Erase for ever"
      onSubmit={erase}
      onClose={onClose}
    >
      <ReasonField label="Ground in law" />
    </FormDialog>
  );
}
