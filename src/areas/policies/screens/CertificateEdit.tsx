import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { certificateForm } from "../certificate/certificate.form.ts";
import type { CertificateDetail } from "../certificate/certificate.model.ts";
import { CertificateFields } from "./CertificateFields.tsx";

/** Changes a certificate of the agency that did not end. */
export default function CertificateEdit() {
  return (
    <EditRecord<CertificateDetail>
      form={certificateForm}
      draft="agency-certificate"
      what="This certificate"
      name={(certificate) => certificate.title}
      may={({ status }) => status === "draft" || status === "published"}
      closed="It ended: enter the new one."
      opens="Open the certificate"
      page={(id) => pathTo("agencyCertificate", { id })}
    >
      {(certificate) => <CertificateFields owner={certificate.owner} />}
    </EditRecord>
  );
}
