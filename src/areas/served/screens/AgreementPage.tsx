import { Pencil } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { ApprovalPanel, RecordDeadlines, RecordSignatures } from "#areas/workflow/workflow.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DateField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import {
  agreementCycle,
  agreementStatuses,
  overheadRules,
  serviceKinds,
} from "../agreement/agreement.labels.ts";
import type { AgreementDetail } from "../agreement/agreement.model.ts";

const AskSignatures = dialogOnDemand(
  async () => (await import("#areas/workflow/workflow.ui.tsx")).AskSignatures,
);

const { course, actions } = agreementCycle;
const look = { statuses: agreementStatuses, course, actions };

const said = (a: AgreementDetail): string => {
  const left = `${formatCents(a.billed)} of ${formatCents(a.ceiling)} are billed`;
  if (a.status === "active") return `${left}; it ends on ${formatDate(a.endsOn)}`;
  if (a.status === "draft") return "A draft: another person approves it before it is signed";
  if (a.status === "in_approval") return "It waits for its approval";
  if (a.status !== "approved") return left;
  const waits = [a.agencySignedOn ? "" : "the agency", a.clientSignedOn ? "" : a.client];
  return `It waits for the signature of ${waits.filter(Boolean).join(" and of ")}`;
};

function Services({ of }: { of: AgreementDetail }) {
  return (
    <section className="grid gap-3">
      <h2>Services</h2>
      <LineTable
        label="Services of the agreement"
        parts={[
          { label: "Service", as: "title", cell: (s) => `${s.code} ${s.name}` },
          { label: "Billed", cell: (s) => serviceKinds[s.kind], words: true },
          {
            label: "Rate, $",
            as: "amount",
            cell: (s) =>
              s.rate !== null
                ? formatCents(s.rate, { symbol: false })
                : s.kind === "hour"
                  ? "of the day"
                  : "",
          },
        ]}
        lines={of.services}
        keyOf={(s) => s.code}
      />
    </section>
  );
}

function Agreement({ of }: { of: AgreementDetail }) {
  const signed = (on: AgreementDetail["clientSignedOn"], by: string) =>
    on ? `${by}, ${formatDate(on)}` : null;
  return (
    <>
      <Finding parts={[{ text: said(of) }]} none="" />
      <Panel title="The agreement">
        <Facts
          rows={[
            [
              "Client",
              <Link key="client" to={pathTo("servedClient", { id: of.clientId })}>
                {of.client}
              </Link>,
            ],
            ["Term", `${formatDate(of.startsOn)} to ${formatDate(of.endsOn)}`],
            ["Billed at most", formatCents(of.ceiling)],
            [
              "Overhead",
              of.overheadBp === 0
                ? overheadRules.none
                : `${of.overheadBp / 100} %, ${overheadRules[of.overheadOn].toLowerCase()}`,
            ],
            ["To be paid", `within ${of.payDays} days`],
            ["Written by", of.author],
            ["Approved by", of.approvedBy],
            ["Signed for the agency", signed(of.agencySignedOn, of.agencySigner)],
            ["Signed for the client", signed(of.clientSignedOn, of.clientSigner)],
            ["Ended on", of.endedOn && formatDate(of.endedOn)],
          ]}
        />
      </Panel>
      <Services of={of} />
      {of.terms && (
        <Panel title="Terms">
          <p className="whitespace-pre-wrap">{of.terms}</p>
        </Panel>
      )}
      {of.approvalId && <ApprovalPanel approvalId={of.approvalId} budget={false} />}
      <RecordSignatures sourceType="clientAgreement" sourceId={of.id} />
      <RecordDeadlines sourceId={of.id} />
    </>
  );
}

const tabs: readonly RecordTab<AgreementDetail>[] = [
  { id: "agreement", label: "Agreement", content: (of) => <Agreement of={of} /> },
  {
    id: "files",
    label: "Files and comments",
    content: ({ id }) => (
      <>
        <Attachments objectType="clientAgreement" objectId={id} />
        <Comments objectType="clientAgreement" objectId={id} />
      </>
    ),
  },
];

function SignedDialog({ of, onClose }: { of: AgreementDetail; onClose: () => void }) {
  return (
    <PostDialog<{ side: string; signedOn: string; signer: string }>
      title="Record a signature"
      description="Of the paper that was signed; attach it to the agreement."
      path={`/api/v1/client-agreements/${of.id}/actions/signed`}
      version={of.version}
      submit="Record it"
      values={{ side: of.clientSignedOn ? "agency" : "client", signedOn: "", signer: "" }}
      nouns={["client-agreements", "clients"]}
      onClose={onClose}
    >
      <SelectField
        name="side"
        label="Who signed"
        required
        options={[
          { value: "client", label: of.client },
          { value: "agency", label: "The agency" },
        ]}
      />
      <FormRow>
        <TextField name="signer" label="Name and office" required maxLength={160} />
        <DateField name="signedOn" label="Signed on" required />
      </FormRow>
    </PostDialog>
  );
}

type Asked = { what: "sign" | "signed"; of: AgreementDetail };

/** An agreement with a client: services, rates, term, ceiling, who approved and signed it. */
export default function AgreementPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const extra = (of: AgreementDetail) => [
    ...(of.status === "draft" && can("served.write")
      ? [
          {
            label: "Change",
            icon: <Pencil aria-hidden="true" />,
            to: pathTo("clientAgreementEdit", { id }),
          },
        ]
      : []),
    ...(of.status === "approved" && !of.agencySignedOn && can("served.write")
      ? [
          {
            label: "Have it signed",
            tone: "primary" as const,
            onSelect: () => setAsked({ what: "sign", of }),
          },
        ]
      : []),
    ...(of.status === "approved" && can("served.approve")
      ? [{ label: "Record a signature", onSelect: () => setAsked({ what: "signed", of }) }]
      : []),
  ];
  return (
    <>
      <RecordPage<AgreementDetail>
        path="/api/v1/client-agreements"
        id={id}
        lifecycle={look}
        title={({ title }) => title}
        subtitle={({ client }) => client}
        owner={({ owner }) => owner}
        amountCents={({ ceiling }) => ceiling}
        deadline={({ endsOn, status }) => ({ at: endsOn, label: "Ends", done: status === "ended" })}
        tabs={tabs}
        extraActions={extra}
      />
      {asked?.what === "signed" && <SignedDialog of={asked.of} onClose={close} />}
      {asked?.what === "sign" && (
        <AskSignatures sourceType="clientAgreement" sourceId={asked.of.id} onClose={close} />
      )}
    </>
  );
}
