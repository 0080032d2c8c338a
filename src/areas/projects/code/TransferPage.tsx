import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { TransferDetail } from "./code.model.ts";
import { transferCourse, transferCycle, transferStatuses } from "./transfer.labels.ts";

const tabs: readonly RecordTab<TransferDetail>[] = [
  {
    id: "transfer",
    label: "Transfer",
    content: (t) => (
      <Panel title="What moves">
        <Facts
          rows={[
            ["From", t.fromCode],
            ["To", t.toCode],
            ["Amount", formatCents(t.cents)],
            ["Why", t.why],
            [
              "Free now",
              t.status === "asked" ? `${formatCents(Math.max(0, t.free))} of ${t.fromCode}` : null,
            ],
            ["Asked by", t.asker],
            ["Decided by", t.decider],
            ["Answer", t.statusReason],
          ]}
        />
      </Panel>
    ),
  },
  {
    id: "comments",
    label: "Comments",
    content: (t) => <Comments objectType="costTransfer" objectId={t.id} />,
  },
];

/** One transfer between codes: what moves, why, who asked and who decided. */
export default function TransferPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<TransferDetail>
      path="/api/v1/cost-transfers"
      id={id}
      lifecycle={{
        statuses: transferStatuses,
        course: transferCourse,
        actions: transferCycle.actions,
      }}
      title={(t) => `${t.fromCode} to ${t.toCode}`}
      subtitle={(t) => (
        <Link to={pathTo("project", { id: t.projectId })}>
          {t.projectNumber} {t.project}
        </Link>
      )}
      amountCents={(t) => t.cents}
      tabs={tabs}
    />
  );
}
