import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { DateField, TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { requestCycle, requestStatuses } from "../request/request.labels.ts";
import type { RequestDetail } from "../request/request.model.ts";

const look = {
  statuses: requestStatuses,
  course: requestCycle.course,
  actions: requestCycle.actions,
};
const own = ["deliver", "askAgain"] as const;
type Own = (typeof own)[number];

const saidOf = ({ status, late, ownerName, dueOn }: RequestDetail): string => {
  if (status === "settled") return "The auditors need nothing more";
  if (status === "delivered") return "It was delivered and waits for the auditors";
  return `${ownerName} is asked for it by ${formatDate(dueOn)}${late ? ": it is late" : ""}`;
};

function Request({ of }: { of: RequestDetail }) {
  return (
    <>
      <Finding parts={[{ text: saidOf(of) }]} none="" />
      <Panel title="The request">
        <Facts
          rows={[
            [
              "Audit",
              <Link key="audit" to={pathTo("auditEngagement", { id: of.auditId })}>
                {of.audit}
              </Link>,
            ],
            ["Needed", of.item],
            ["Still missing", of.again],
            ["Delivered", of.answer],
            ["Times asked", String(of.asked)],
          ]}
        />
      </Panel>
      <Attachments objectType="auditRequest" objectId={of.id} />
    </>
  );
}

const tabs: readonly RecordTab<RequestDetail>[] = [
  { id: "request", label: "Request", content: (of) => <Request of={of} /> },
];

function StepDialog({ what, of, onClose }: { what: Own; of: RequestDetail; onClose: () => void }) {
  const common = {
    path: `/api/v1/audit-requests/${of.id}/actions/${what}`,
    nouns: ["audit-requests", "assurance"],
    version: of.version,
    onClose,
  };
  return what === "deliver" ? (
    <PostDialog
      {...common}
      title={`Deliver ${of.number}`}
      description="Attach papers to the request before."
      submit="Deliver"
      values={{ answer: of.answer }}
    >
      <TextArea name="answer" label="What is delivered" required rows={4} maxLength={8000} />
    </PostDialog>
  ) : (
    <PostDialog
      {...common}
      title={`Ask again: ${of.number}`}
      submit="Ask again"
      values={{ again: "", dueOn: "" }}
    >
      <TextArea name="again" label="What is still missing" required rows={4} maxLength={4000} />
      <DateField name="dueOn" label="Due" required />
    </PostDialog>
  );
}

/** What an audit asks somebody for. */
export default function RequestPage() {
  const { id = "" } = useParams();
  const [asked, setAsked] = useState<{ what: Own; of: RequestDetail } | null>(null);
  return (
    <>
      <RecordPage<RequestDetail>
        path="/api/v1/audit-requests"
        id={id}
        lifecycle={look}
        title={({ ownerName }) => `Asked of ${ownerName}`}
        subtitle={({ audit }) => audit}
        owner={({ ownerName }) => ownerName}
        deadline={({ dueOn, status }) => ({ at: dueOn, label: "Due", done: status !== "asked" })}
        tabs={tabs}
        ownActions={own}
        extraActions={(of) =>
          own.flatMap((what) => {
            const action = of.actions.find(({ name }) => name === what);
            return action?.enabled
              ? [
                  {
                    label: action.label,
                    ...(action.tone === "primary" && { tone: "primary" as const }),
                    onSelect: () => setAsked({ what, of }),
                  },
                ]
              : [];
          })
        }
      />
      {asked && <StepDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}
