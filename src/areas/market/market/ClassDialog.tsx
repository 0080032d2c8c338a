import { FormRow, TextField } from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { marketClassForm } from "./class.form.ts";

/** Names the classes under which others buy a commodity. */
export function ClassDialog({ code, onClose }: { code: string; onClose: () => void }) {
  return (
    <RecordDialog
      form={marketClassForm}
      within={{ commodityCode: code }}
      nouns={["market-prices"]}
      title="Compare with a class of theirs"
      description="Other agencies classify otherwise. Every line whose code begins like this counts for your commodity."
      submitLabel="Compare"
      saved={() => notify.done("Compared from now on")}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="scheme" label="Scheme" hint="CPV, UNSPSC, ДК021" required maxLength={40} />
        <TextField name="prefix" label="Code begins with" required maxLength={40} />
      </FormRow>
    </RecordDialog>
  );
}
