import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { certificateForm } from "../certificate/certificate.form.ts";
import { CertificateFields } from "./CertificateFields.tsx";

/** Enters a certificate of the agency as a draft. */
export default function CertificateNew() {
  return (
    <NewRecord
      title="New certificate"
      lead="A draft: everybody reads it once it is published, until its last day."
      form={certificateForm}
      draft="agency-certificate-new"
      submitLabel="Save draft"
      list={pathTo("agencyPolicies")}
      page={(id) => pathTo("agencyCertificate", { id })}
    >
      <CertificateFields />
    </NewRecord>
  );
}
