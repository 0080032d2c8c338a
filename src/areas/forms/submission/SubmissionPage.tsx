import { Pencil } from "lucide-react";
import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { ApprovalPanel } from "#areas/workflow/workflow.ui.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { audiences } from "../form/form.labels.ts";
import { doorOf, FilesProvider } from "../file/FilesContext.ts";
import { Answers } from "../filling/Answers.tsx";
import { SubmissionPapers } from "../paper/SubmissionPapers.tsx";
import { Deliveries } from "../delivery/Deliveries.tsx";
import { KeepingPanel } from "../retention/KeepingPanel.tsx";
import { submissionCourse, submissionStatuses } from "./submission.labels.ts";
import type { SubmissionDetail } from "./submission.model.ts";

const door = doorOf("/api/v1/form-files", null);
const look = { statuses: submissionStatuses, course: submissionCourse };

function SubmissionFacts({ submission: s }: { submission: SubmissionDetail }) {
  const { timeZone } = useAgency();
  return (
    <Panel title="Submission">
      <Facts>
        <Fact label="Form">
          {s.form}, version {s.versionNo}
        </Fact>
        <Fact label="Filled in by">
          {s.fillerName}
          {s.audience !== "staff" && ` (${audiences[s.audience].toLowerCase()})`}
        </Fact>
        {s.submittedAt && <Fact label="Submitted">{formatInstant(s.submittedAt, timeZone)}</Fact>}
        {s.decidedAt && (
          <Fact label="Decided by">
            {s.decidedByName}, {formatInstant(s.decidedAt, timeZone)}
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

const tabsFor = (reviews: boolean, delivers: boolean): RecordTab<SubmissionDetail>[] => [
  {
    id: "answers",
    label: "Answers",
    content: (s) => (
      <>
        {s.statusReason && (
          <p className={`notice ${s.status === "returned" ? "tone-warning" : ""}`}>
            {s.statusReason}
          </p>
        )}
        <FilesProvider value={{ door, files: s.files }}>
          <Answers form={s} answers={s.answers} has={(key) => key in s.answers} />
        </FilesProvider>
      </>
    ),
  },
  ...(delivers
    ? [
        {
          id: "delivery",
          label: "Delivery",
          content: (s: SubmissionDetail) => <Deliveries submissionId={s.id} />,
        },
      ]
    : []),
  ...(reviews
    ? [
        {
          id: "approvals",
          label: "Approvals",
          content: (s: SubmissionDetail) =>
            s.approvalId ? (
              <ApprovalPanel approvalId={s.approvalId} />
            ) : (
              <Panel title="Approvals">
                <p className="text-t2">
                  A reviewer decides it, or the approvers of a policy that covers it.
                </p>
              </Panel>
            ),
        },
        {
          id: "documents",
          label: "Documents",
          content: (s: SubmissionDetail) => (
            <>
              <Attachments objectType="formSubmission" objectId={s.id} />
              <Comments objectType="formSubmission" objectId={s.id} />
            </>
          ),
        },
      ]
    : []),
];

/** /forms/:id: one submission, its answers and what became of it. */
export default function SubmissionPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  return (
    <RecordPage<SubmissionDetail>
      path="/api/v1/form-submissions"
      id={id}
      lifecycle={look}
      title={(s) => s.form}
      subtitle={(s) => s.fillerName}
      extraActions={(s) =>
        s.canEdit
          ? [
              {
                label: s.status === "returned" ? "Correct" : "Change answers",
                icon: <Pencil aria-hidden="true" />,
                to: pathTo("formCorrect", { id }),
              },
            ]
          : []
      }
      tabs={tabsFor(can("form.review"), can("form.deliver"))}
      rail={(s) => (
        <>
          <SubmissionFacts submission={s} />
          <SubmissionPapers id={s.id} />
          <KeepingPanel keeping={s.keeping} />
        </>
      )}
    />
  );
}
