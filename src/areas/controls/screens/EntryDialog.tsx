import { fileElements, type LegalElement } from "#kernel/purchase-file.ts";
import { TextArea } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { FileDetail } from "../file/file.model.ts";

const asked: Readonly<Record<LegalElement, string>> = {
  method: "Why it was bought by this method and no other.",
  contractType: "Why a contract of this type suits: fixed price, unit prices, time and materials.",
  selection: "By what this vendor was chosen, and why the others were not.",
  price: "On what the price rests: research, earlier purchases, a price list, an estimate.",
};

/** Writes down what no record says of a purchase. */
export function EntryDialog({
  file,
  element,
  onClose,
}: {
  file: FileDetail;
  element: LegalElement;
  onClose: () => void;
}) {
  const save = useMutationAction<FileDetail>("purchase-files", "control-failures");
  return (
    <FormDialog<{ words: string }>
      title={fileElements[element].label}
      description={`${asked[element]} It stands in the file of ${file.number} with your name and today's date, and stays.`}
      defaultValues={{ words: "" }}
      submitLabel="Write it down"
      onSubmit={async ({ words }) => {
        await save.mutateAsync({
          path: `/api/v1/purchase-files/${file.id}/actions/write`,
          body: { element, words },
        });
        notify.done("It stands in the file");
        onClose();
      }}
      onClose={onClose}
    >
      <TextArea name="words" label="What is written down" rows={5} maxLength={4000} required />
    </FormDialog>
  );
}
