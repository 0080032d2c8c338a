import { dateIn } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import { DateField, RadioGroup, TextArea } from "#web/kit/form/fields.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { VendorDetail } from "../vendor/vendor.model.ts";

type Values = {
  searchedOn: string;
  found: "" | "none" | "active";
  file: StoredFile[];
  note: string;
};

/** Keeps what somebody found on SAM.gov by hand: the day, the result, its picture. */
export function SearchDialog({ vendor, onClose }: { vendor: VendorDetail; onClose: () => void }) {
  const send = useMutationAction("vendors");
  const { timeZone } = useAgency();
  const today = dateIn(new Date().toISOString(), timeZone);
  const submit = async ({ searchedOn, found, file, note }: Values) => {
    await send.mutateAsync({
      path: `/api/v1/vendors/${vendor.id}/searches`,
      body: { searchedOn, excluded: found === "active", note, fileId: file[0]?.id },
    });
    notify.done("The search is recorded", found === "none" ? "No exclusion." : "Excluded.");
    onClose();
  };
  return (
    <FormDialog<Values>
      title={`Search of SAM.gov for ${vendor.name}`}
      description={`Search Exclusions on SAM.gov for “${vendor.name}”${vendor.uei ? ` and UEI ${vendor.uei}` : ""}, keep the page as a picture or PDF, and say what it shows. Your name and the time are kept with it.`}
      className="dialog dialog-wide"
      defaultValues={{ searchedOn: today, found: "", file: [], note: "" }}
      submitLabel="Record the search"
      onSubmit={submit}
      onClose={onClose}
    >
      <DateField name="searchedOn" label="Searched on" max={today} required />
      <RadioGroup
        name="found"
        label="Result"
        required
        options={[
          {
            value: "none",
            label: "No active exclusion of this vendor",
            hint: "The vendor may be activated.",
          },
          { value: "active", label: "An active exclusion", hint: "No orders and no payments." },
        ]}
      />
      <FileDrop
        name="file"
        label="Picture or PDF of the result"
        accept="image/png,image/jpeg,image/webp,application/pdf"
        multiple={false}
        required
      />
      <TextArea name="note" label="Note" rows={2} maxLength={2000} />
    </FormDialog>
  );
}
