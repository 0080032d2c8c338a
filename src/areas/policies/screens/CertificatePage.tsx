import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import {
  certificateCourse,
  certificateCycle,
  certificateKinds,
  certificateStatuses,
} from "../certificate/certificate.labels.ts";
import type { CertificateDetail } from "../certificate/certificate.model.ts";

const look = {
  statuses: certificateStatuses,
  course: certificateCourse,
  actions: certificateCycle.actions,
};

const take = (fileId: string) =>
  download(`/api/v1/files/${fileId}`).catch((error: unknown) =>
    notify.failed("Not downloaded", error),
  );

function Told({ certificate: c }: { certificate: CertificateDetail }) {
  return (
    <Panel title="The certificate">
      <Facts>
        <Fact label="Kind">{certificateKinds[c.kind]}</Fact>
        <Fact label="Issued by">{c.issuer}</Fact>
        {c.reference && <Fact label="Issuer's number">{c.reference}</Fact>}
        <Fact label="Valid from">{formatDate(c.validFrom)}</Fact>
        <Fact label="Valid until">{c.validUntil ? formatDate(c.validUntil) : "No end"}</Fact>
        {c.file && (
          <Fact label="File">
            <button
              type="button"
              className="text-link underline"
              onClick={() => void take(c.file!.id)}
            >
              {c.file.name}
            </button>
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

/** A certificate of the agency. */
export default function CertificatePage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  return (
    <RecordPage<CertificateDetail>
      path="/api/v1/agency-certificates"
      id={id}
      lifecycle={look}
      title={(c) => c.title}
      subtitle={(c) => `${c.number}, ${c.issuer}`}
      owner={(c) => c.owner}
      deadline={(c) => ({
        at: c.validUntil,
        label: "Ends",
        done: c.status !== "published" && c.status !== "draft",
      })}
      extraActions={(c) =>
        can("agencyPolicy.edit") && (c.status === "draft" || c.status === "published")
          ? [{ label: "Change", to: pathTo("agencyCertificateEdit", { id }) }]
          : []
      }
      tabs={[
        {
          id: "certificate",
          label: "Certificate",
          content: (c) => <Told certificate={c} />,
        },
      ]}
    />
  );
}
