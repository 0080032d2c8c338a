import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { Tabs } from "#web/kit/Tabs.tsx";
import type { OfferedAction } from "#kernel/lifecycle.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { featureCycle } from "../feature/feature.labels.ts";
import type { FeatureRow } from "../feature/feature.model.ts";
import { feedbackCycle, feedbackTypes } from "../feedback/feedback.labels.ts";
import type { FeedbackRow } from "../feedback/feedback.model.ts";
import { InquiryTable } from "./InquiryTable.tsx";
import { RecordPeek } from "./RecordPeek.tsx";

type Kept = { number: string; actions: OfferedAction[] };

const feedbackColumns: readonly Column<FeedbackRow>[] = [
  { id: "subject", label: "Subject", kind: "text", value: (row) => row.subject },
  {
    id: "feedbackType",
    label: "Type",
    kind: "text",
    value: (row) => feedbackTypes[row.feedbackType],
  },
  { id: "person", label: "From", kind: "text", value: (row) => row.person },
  { id: "createdAt", label: "Received", kind: "instant", value: (row) => row.createdAt },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: feedbackCycle.statuses,
  },
];
const wishColumns: readonly Column<FeatureRow>[] = [
  { id: "title", label: "Wish", kind: "text", value: (row) => row.title },
  { id: "votes", label: "Votes", kind: "number", value: (row) => row.votes },
  { id: "createdAt", label: "Received", kind: "instant", value: (row) => row.createdAt },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: featureCycle.statuses,
  },
];
const filterOf = (statuses: Record<string, { label: string }>): readonly Filter[] => [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(statuses),
  },
];
const [feedbackFilters, wishFilters] = [
  filterOf(feedbackCycle.statuses),
  filterOf(featureCycle.statuses),
];

function Feedback() {
  return (
    <DataTable<FeedbackRow>
      name="feedback"
      title="Feedback"
      path="/api/v1/user_feedback"
      columns={feedbackColumns}
      filters={feedbackFilters}
      defaultSort="-createdAt"
      embedded
      empty={{
        title: "No feedback yet",
        text: "What members say through the feedback button appears here.",
      }}
      peek={(row) => (
        <RecordPeek<FeedbackRow & Kept>
          id={row.id}
          path="/api/v1/user_feedback"
          noun="user_feedback"
          statuses={feedbackCycle.statuses}
          title={(record) => record.subject}
        >
          {(record) => (
            <>
              <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{record.message}</p>
              <Facts>
                <Fact label="From">
                  {record.person}{" "}
                  {record.email && <a href={`mailto:${record.email}`}>{record.email}</a>}
                </Fact>
                <Fact label="Page">{record.pageUrl || "—"}</Fact>
                <Fact label="Browser">
                  <span className="text-13">{String(record.browserInfo["userAgent"] ?? "—")}</span>
                </Fact>
              </Facts>
            </>
          )}
        </RecordPeek>
      )}
    />
  );
}

function Wishes() {
  return (
    <DataTable<FeatureRow>
      name="feature-requests"
      title="Feature requests"
      path="/api/v1/feature-requests"
      columns={wishColumns}
      filters={wishFilters}
      defaultSort="-votes"
      embedded
      empty={{
        title: "No wishes yet",
        text: "What visitors wish for on /feature-requests appears here; publish it, and others can vote.",
      }}
      peek={(row) => (
        <RecordPeek<FeatureRow & Kept>
          id={row.id}
          path="/api/v1/feature-requests"
          noun="feature-requests"
          statuses={featureCycle.statuses}
          title={(record) => record.title}
        >
          {(record) => (
            <>
              <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
                {record.description || "No description"}
              </p>
              <Facts>
                <Fact label="Votes">{record.votes}</Fact>
                {record.email && (
                  <Fact label="Email">
                    <a href={`mailto:${record.email}`}>{record.email}</a>
                  </Fact>
                )}
              </Facts>
            </>
          )}
        </RecordPeek>
      )}
    />
  );
}

/** /admin/feedback: what members say, what visitors write, what people wish for. */
export default function FeedbackAdmin() {
  return (
    <div className="grid gap-5">
      <h1>Feedback</h1>
      <Tabs
        label="Feedback"
        tabs={[
          { id: "feedback", label: "Feedback", content: () => <Feedback /> },
          {
            id: "messages",
            label: "Messages",
            content: () => (
              <InquiryTable
                kind="contact"
                title="Messages"
                empty="What people write on /contact appears here."
                embedded
              />
            ),
          },
          { id: "wishes", label: "Feature requests", content: () => <Wishes /> },
        ]}
      />
    </div>
  );
}
