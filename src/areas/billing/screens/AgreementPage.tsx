import { Pencil } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { RecordDeadlines } from "#areas/workflow/workflow.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { DateField, FormRow, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { agreementCycle, agreementStatuses } from "../agreement/agreement.labels.ts";
import type { AgreementDetail } from "../agreement/agreement.model.ts";
import { priceWords } from "./words.ts";

const { course, actions } = agreementCycle;
const look = { statuses: agreementStatuses, course, actions };

const said = (a: AgreementDetail): string => {
  const term = `${formatDate(a.startsOn)} to ${formatDate(a.endsOn)}`;
  if (a.status === "draft") return "A draft: another operator approves it before it is in force";
  if (a.status === "in_review") return "It waits for another operator than who wrote it";
  if (a.status === "approved") return `It is approved and begins on ${formatDate(a.startsOn)}`;
  if (a.status !== "active") return `Its term was ${term}`;
  if (a.noticeOn)
    return `Notice was given on ${formatDate(a.noticeOn)}; it ends on ${formatDate(a.endsOn)}`;
  return a.noticeBefore
    ? `It runs until ${formatDate(a.endsOn)} and is renewed unless notice comes until ${formatDate(a.noticeBefore)}`
    : `It runs until ${formatDate(a.endsOn)} and ends by itself`;
};

function Agreement({ of }: { of: AgreementDetail }) {
  return (
    <>
      <Finding parts={[{ text: said(of) }]} none="" />
      <Panel title="The agreement">
        <Facts
          rows={[
            ["Agency", of.customer],
            ["Plan", `${of.plan}, ${priceWords(of.price, of.billed)}`],
            ["Discount", of.discountBp ? `${of.discountBp / 100} %` : null],
            ["Term", `${formatDate(of.startsOn)} to ${formatDate(of.endsOn)}`],
            ["Renewed by", of.renewMonths ? `${of.renewMonths} months` : "not renewed"],
            ["Notice", of.noticeDays ? `${of.noticeDays} days before its end` : null],
            ["Notice given", of.noticeOn && `${formatDate(of.noticeOn)}, ${of.noticeBy}`],
            ["Purchase order", of.orderNumber],
            ["To be paid", `within ${of.payDays} days`],
            [
              "Tax",
              of.exemptionNumber
                ? `Exempt: ${of.exemptionReason} (certificate ${of.exemptionNumber})`
                : "No tax is charged",
            ],
            ["Bills go to", of.billEmail || "its administrators"],
            ["Address on the bill", of.billTo],
            ["Written by", of.author],
            ["Approved by", of.approvedBy],
            ["Note", of.note],
          ]}
        />
        <p className="mt-3">
          <Link className="link" to={`${pathTo("agencyBills")}?customerId=${of.customerId}`}>
            Bills to {of.customer}
          </Link>
        </p>
      </Panel>
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
        <Attachments objectType="hostingAgreement" objectId={id} />
        <Comments objectType="hostingAgreement" objectId={id} />
      </>
    ),
  },
];

function NoticeDialog({ of, onClose }: { of: AgreementDetail; onClose: () => void }) {
  return (
    <PostDialog<{ noticeOn: string; noticeBy: string }>
      title="Record a notice"
      description={`The agreement, and the plan under it, end on ${formatDate(of.endsOn)}.`}
      path={`/api/v1/hosting-agreements/${of.id}/actions/notice`}
      version={of.version}
      submit="Record it"
      values={{ noticeOn: "", noticeBy: "" }}
      nouns={["hosting-agreements"]}
      onClose={onClose}
    >
      <FormRow>
        <DateField name="noticeOn" label="Notice came on" required />
        <TextField name="noticeBy" label="From whom" required maxLength={160} />
      </FormRow>
    </PostDialog>
  );
}

/** An agreement with an agency: plan, term, notice, purchase order, who wrote and approved it. */
export default function AgreementPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [asked, setAsked] = useState<AgreementDetail | null>(null);
  const extra = (of: AgreementDetail) => [
    ...(of.status === "draft" && can("platform.edit")
      ? [
          {
            label: "Change",
            icon: <Pencil aria-hidden="true" />,
            to: pathTo("hostingAgreementEdit", { id }),
          },
        ]
      : []),
    ...(of.status === "active" && !of.noticeOn && can("platform.edit")
      ? [{ label: "Record a notice", onSelect: () => setAsked(of) }]
      : []),
  ];
  return (
    <>
      <RecordPage<AgreementDetail>
        path="/api/v1/hosting-agreements"
        id={id}
        lifecycle={look}
        title={({ customer }) => customer}
        subtitle={({ plan }) => plan}
        owner={({ author }) => author ?? ""}
        amountCents={({ price }) => price}
        deadline={({ endsOn, status }) => ({ at: endsOn, label: "Ends", done: status === "ended" })}
        tabs={tabs}
        extraActions={extra}
      />
      {asked && <NoticeDialog of={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
