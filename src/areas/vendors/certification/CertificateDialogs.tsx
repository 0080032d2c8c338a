import { dateIn } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import { DateField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { certifications } from "../vendor/vendor.labels.ts";
import type { CertificateRow } from "./certification.model.ts";

type Values = {
  kind: string;
  certifier: string;
  certificateNumber: string;
  validFrom: string;
  validTo: string;
  file: StoredFile[];
  reason: string;
};
const kinds = Object.entries(certifications).map(([value, label]) => ({ value, label }));

const heldAs = (row: CertificateRow | null): Values => ({
  kind: row?.kind ?? "",
  certifier: row?.certifier ?? "",
  certificateNumber: row?.certificateNumber ?? "",
  validFrom: row?.datesRecorded ? (row.validFrom ?? "") : "",
  validTo: row?.validTo ?? "",
  file: [],
  reason: "",
});

/** Records a certificate of a vendor, or corrects one (`row`) with the reason. */
export function CertificateDialog({
  vendorId,
  row,
  onClose,
}: {
  vendorId: string;
  row: CertificateRow | null;
  onClose: () => void;
}) {
  const send = useMutationAction("vendors");
  const submit = async ({ file, reason, ...said }: Values) => {
    const body = { ...said, fileId: file[0]?.id ?? row?.fileId ?? null };
    await send.mutateAsync(
      row
        ? {
            path: `/api/v1/vendor-certifications/${row.id}/actions/correct`,
            body: { ...body, reason },
            version: row.version,
          }
        : { path: `/api/v1/vendors/${vendorId}/certifications`, body },
    );
    notify.done(row ? "The certificate is corrected" : "The certificate is recorded");
    onClose();
  };
  return (
    <FormDialog<Values>
      title={row ? "Correct the certificate" : "Record a certificate"}
      description="As the certificate says. Orders and payments count as those of a certified firm on the days on which it holds."
      className="dialog dialog-wide"
      defaultValues={heldAs(row)}
      submitLabel={row ? "Correct" : "Record"}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField name="kind" label="Kind" placeholder="Choose" options={kinds} required />
      <FormRow>
        <TextField
          name="certifier"
          label="Certified by"
          hint="Such as a unified certification program or the SBA"
          maxLength={200}
          required
        />
        <TextField name="certificateNumber" label="Certificate number" maxLength={100} />
      </FormRow>
      <FormRow>
        <DateField name="validFrom" label="Holds from" required />
        <DateField name="validTo" label="Last day" hint="Empty where it has no end" />
      </FormRow>
      <FileDrop
        name="file"
        label={row?.fileName ? `Another file than ${row.fileName}` : "The certificate"}
        accept="image/png,image/jpeg,image/webp,application/pdf"
        multiple={false}
      />
      {row && <ReasonField label="Why it is corrected" maxLength={1000} />}
    </FormDialog>
  );
}

/** Withdraws a certificate from a day on, with the reason. */
export function EndCertificateDialog({
  row,
  onClose,
}: {
  row: CertificateRow;
  onClose: () => void;
}) {
  const send = useMutationAction("vendors");
  const { timeZone } = useAgency();
  const today = dateIn(new Date().toISOString(), timeZone);
  return (
    <FormDialog<{ endedOn: string; reason: string }>
      title={`Withdraw ${certifications[row.kind]}`}
      description="From this day on the firm does not count as certified by it; on the days before it does."
      defaultValues={{ endedOn: today, reason: "" }}
      submitLabel="Withdraw"
      onSubmit={async (body) => {
        await send.mutateAsync({
          path: `/api/v1/vendor-certifications/${row.id}/actions/end`,
          body,
          version: row.version,
        });
        notify.done("The certificate is withdrawn");
        onClose();
      }}
      onClose={onClose}
    >
      <DateField name="endedOn" label="Holds no more from" max={today} required />
      <ReasonField label="Reason" maxLength={1000} />
    </FormDialog>
  );
}
