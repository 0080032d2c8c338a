import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** A roster of certificates from a file. */
export default function CertificateImport() {
  return (
    <ImportPage
      title="Import certificates"
      kind="person-certificates"
      things="certificates"
      permission="training.edit"
      closed={{
        title: "You cannot import certificates",
        text: "Training officers can. An administrator grants the duty under Team.",
      }}
      nouns={["person-certificates", "certificate-matrix"]}
      done="/admin/certifications"
      help={
        <p>
          CSV or XLSX, one certificate a row: the holder's address, code, certificate, who issued
          it, first and last day. The same row again changes nothing. Each waits until another
          person verifies it.
        </p>
      }
    />
  );
}
