import { useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { certificateForm } from "../certificate/certificate.form.ts";
import { CertificateFields } from "./CertificateFields.tsx";

/** Enters a certificate of a person; it counts once another person verified it. */
export default function CertificateNew() {
  const { me } = useAuth();
  const [search] = useSearchParams();
  const known = {
    holderId: search.get("holder") ?? me?.person.id ?? "",
    ...{ code: search.get("code") ?? "", title: search.get("title") ?? "" },
    ...{ issuer: "", reference: "", validFrom: "", validUntil: null, file: null },
  };
  return (
    <NewRecord
      title="New certificate"
      lead="It counts once another person has verified it."
      form={certificateForm}
      draft="person-certificate-new"
      known={known}
      submitLabel="Enter it"
      nouns={["certificate-matrix"]}
      list={pathTo("certifications")}
      page={(id) => pathTo("personCertificate", { id })}
    >
      <CertificateFields holder={search.get("name") ?? me?.person.displayName ?? ""} />
    </NewRecord>
  );
}
