import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { DataTable, type BatchAction } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { counted } from "#kernel/words.ts";
import { certificateStates } from "../certificate/certificate.labels.ts";
import type { CertificateRow } from "../certificate/certificate.model.ts";

const columns: readonly Column<CertificateRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (c) => c.number },
  { id: "holderName", label: "Holder", kind: "text", value: (c) => c.holderName },
  { id: "code", label: "Code", kind: "text", value: (c) => c.code },
  { id: "title", label: "Certificate", kind: "text", title: true, value: (c) => c.title },
  { id: "validUntil", label: "Last day", kind: "day", value: (c) => c.validUntil },
  { id: "issuer", label: "Issued by", kind: "text", value: (c) => c.issuer },
  {
    ...{ id: "status", label: "Status", kind: "status", statuses: certificateStates },
    value: (c) => c.status,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(certificateStates) },
  { id: "mine", label: "Mine", kind: "flag" },
  { id: "validFrom", label: "Valid from", kind: "day" },
  { id: "renewed", label: "Renewed", kind: "flag" },
];
const none: readonly BatchAction[] = [];

/** Certificates of people; whoever verifies them takes several at once. */
export function CertificatesTable() {
  const { can } = useAuth();
  const act = useMutationAction<{ verified: number }>("person-certificates", "certificate-matrix");
  const batch: readonly BatchAction[] = [
    {
      label: "Verify",
      tone: "primary",
      idsOnly: true,
      run: ({ ids }, clear) =>
        void act
          .mutateAsync({
            path: "/api/v1/person-certificates/actions/verify-several",
            body: { ids: [...ids] },
          })
          .then(({ verified }) => {
            notify.done("Verified", counted(verified, "certificate"));
            clear();
          })
          .catch((error: unknown) => notify.failed("None was verified", error)),
    },
  ];
  return (
    <DataTable<CertificateRow>
      name="person-certificates"
      title="Certificates"
      path="/api/v1/person-certificates"
      columns={columns}
      filters={filters}
      defaultSort="validUntil"
      pageSize={25}
      rowHref={({ id }) => pathTo("personCertificate", { id })}
      batch={can("training.verify") ? batch : none}
      exportable
      embedded
      empty={{
        title: "No certificates",
        text: "Enter yours with a picture of it; another person verifies it.",
      }}
    />
  );
}
