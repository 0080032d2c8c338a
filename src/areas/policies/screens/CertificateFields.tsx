import { options } from "#kernel/labels.ts";
import { DateField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { certificateKinds } from "../certificate/certificate.labels.ts";
import { OwnerField } from "./OwnerField.tsx";

/** The fields of a certificate of the agency. */
export function CertificateFields({ owner }: { owner?: string }) {
  return (
    <>
      <FormRow>
        <TextField name="title" label="Certificate" required maxLength={200} />
        <SelectField name="kind" label="Kind" options={options(certificateKinds)} required />
      </FormRow>
      <FormRow>
        <TextField name="issuer" label="Issued by" required maxLength={200} />
        <TextField name="reference" label="Issuer's number" maxLength={120} />
      </FormRow>
      <FormRow>
        <DateField name="validFrom" label="Valid from" required />
        <DateField name="validUntil" label="Valid until, where it ends" />
      </FormRow>
      <OwnerField owner={owner} />
      <FileDrop
        name="file"
        label="The certificate as a PDF or picture"
        accept="application/pdf,image/png,image/jpeg"
        multiple={false}
      />
    </>
  );
}
