import { Pencil, Printer, RefreshCw } from "lucide-react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { certificateCycle, certificateStates } from "../certificate/certificate.labels.ts";
import type { CertificateDetail } from "../certificate/certificate.model.ts";

const look = {
  statuses: certificateStates,
  course: ["waiting", "valid", "expiring", "expired"] as const,
  actions: certificateCycle.actions,
};

const take = (address: string) =>
  void download(address).catch((error: unknown) => notify.failed("Not downloaded", error));

const saidOf = (c: CertificateDetail): string => {
  const left = c.daysLeft ?? 0;
  const said = {
    waiting: "Another person verifies it before it counts.",
    valid: c.validUntil ? `It holds through ${formatDate(c.validUntil)}.` : "It does not end.",
    expiring: `It holds for ${left === 0 ? "today only" : `${counted(left, "day")} more`}.`,
    expired: `It ended ${counted(-left, "day")} ago.`,
    refused: `It was not verified: ${c.statusReason}`,
    revoked: `It was revoked: ${c.statusReason}`,
  };
  return said[c.status];
};

const linkTo = (one: { id: string; number: string } | null) =>
  one && <Link to={pathTo("personCertificate", { id: one.id })}>{one.number}</Link>;

function Told({ certificate: c }: { certificate: CertificateDetail }) {
  const { timeZone } = useAgency();
  return (
    <div className="stack">
      <Finding parts={[]} none={saidOf(c)} />
      <Panel title="The certificate">
        <Facts
          rows={[
            ["Holder", c.holderName],
            ["Certificate", c.title],
            ["Issued by", c.issuer],
            ["Issuer's number", c.reference],
            ["Valid from", formatDate(c.validFrom)],
            ["Last day", c.validUntil ? formatDate(c.validUntil) : "No end"],
            ["Verified by", c.verifiedName],
            ["Verified", c.verifiedAt && formatInstant(c.verifiedAt, timeZone)],
            ["Renews", linkTo(c.renews)],
            ["Renewed by", linkTo(c.renewal)],
            [
              "File",
              c.file && (
                <button
                  key="file"
                  type="button"
                  className="text-link underline"
                  onClick={() => take(`/api/v1/files/${c.file!.id}`)}
                >
                  {c.file.name}
                </button>
              ),
            ],
          ]}
        />
      </Panel>
    </div>
  );
}

const renewOf = (c: CertificateDetail): string =>
  `${pathTo("personCertificateNew")}?${new URLSearchParams({
    ...{ holder: c.holderId, name: c.holderName, code: c.code, title: c.title },
  }).toString()}`;

const extrasOf = (c: CertificateDetail) => [
  ...(c.canEdit
    ? [
        {
          label: "Change",
          icon: <Pencil aria-hidden="true" />,
          to: pathTo("personCertificateEdit", { id: c.id }),
        },
      ]
    : []),
  ...(["expiring", "expired"].includes(c.status) && !c.renewal
    ? [{ label: "Renew", icon: <RefreshCw aria-hidden="true" />, to: renewOf(c) }]
    : []),
  ...(c.own
    ? [
        {
          label: "PDF",
          icon: <Printer aria-hidden="true" />,
          onSelect: () => take(`/api/v1/person-certificates/${c.id}/paper`),
        },
      ]
    : []),
];

/** A certificate of a person: how long it holds, who verified it, what renews it. */
export default function CertificatePage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<CertificateDetail>
      path="/api/v1/person-certificates"
      id={id}
      lifecycle={look}
      title={({ code, holderName }) => `${code} of ${holderName}`}
      subtitle={({ number, title }) => `${number}, ${title}`}
      owner={({ holderName }) => holderName}
      deadline={({ validUntil, status, renewed }) => ({
        at: validUntil,
        label: "Ends",
        done: renewed || !["valid", "expiring", "waiting"].includes(status),
      })}
      extraActions={extrasOf}
      tabs={[{ id: "certificate", label: "Certificate", content: (c) => <Told certificate={c} /> }]}
    />
  );
}
