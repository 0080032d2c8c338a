import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { certificateForm } from "../certificate/certificate.form.ts";
import type { CertificateDetail } from "../certificate/certificate.model.ts";
import { CertificateFields } from "./CertificateFields.tsx";

/** Changes a certificate that nobody verified yet. */
export default function CertificateEdit() {
  return (
    <EditRecord<CertificateDetail>
      form={certificateForm}
      draft="person-certificate"
      what="This certificate"
      name={({ code, holderName }) => `${code} of ${holderName}`}
      closed="It is decided: enter the renewal as a certificate of its own."
      opens="Open the certificate"
      page={(id) => pathTo("personCertificate", { id })}
    >
      {({ holderName }) => <CertificateFields holder={holderName} />}
    </EditRecord>
  );
}
