import { DateField, TextField } from "#web/kit/form/fields.tsx";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";

type Values = {
  signedOn: string;
  ourSigner: string;
  vendorSigner: string;
  document: StoredFile[];
};

/** Records signatures on paper: who signed for whom, on which day, with the signed file. */
export function SignDialog({
  path,
  record,
  then,
  onClose,
}: {
  /** Address of the record's kind in the API. */
  path: string;
  record: { id: string; number: string; version: number };
  /** What the signatures do. */
  then: string;
  onClose: () => void;
}) {
  const act = useMutationAction("contracts", "contract-amendments", "purchase-orders");
  const send = async ({ document, ...values }: Values) => {
    await act.mutateAsync({
      path: `${path}/${record.id}/actions/sign`,
      body: { ...values, fileId: document[0]?.id ?? "" },
      version: record.version,
    });
    notify.done("Signatures recorded", `${record.number} is in force`);
    onClose();
  };
  return (
    <FormDialog<Values>
      title={`Record the signatures of ${record.number}?`}
      description={then}
      defaultValues={{ signedOn: "", ourSigner: "", vendorSigner: "", document: [] }}
      submitLabel="Record signatures"
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        name="ourSigner"
        label="Signed for the agency by"
        required
        maxLength={200}
        hint="Not by anybody who wrote it"
      />
      <TextField name="vendorSigner" label="Signed for the vendor by" required maxLength={200} />
      <DateField name="signedOn" label="Signed on" required hint="The day of the last signature" />
      <FileDrop
        name="document"
        label="Signed document"
        required
        multiple={false}
        hint="PDF or picture of the pages with both signatures"
      />
    </FormDialog>
  );
}
