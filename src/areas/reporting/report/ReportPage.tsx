import { Mail, Pencil } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { builderAddress, queryOf } from "../builder/address.ts";
import { AnswerView } from "../builder/AnswerView.tsx";
import type { Answered } from "../figure/figure.model.ts";
import { RunTable } from "../run/RunTable.tsx";
import { ScheduleDialog } from "../schedule/ScheduleDialog.tsx";
import { ScheduleTable } from "../schedule/ScheduleTable.tsx";
import { chartKinds, savedReportCycle } from "./report.labels.ts";
import type { SavedReportRecord } from "./report.model.ts";

/** What the report says now, to whoever reads it. */
function Now({ report }: { report: SavedReportRecord }) {
  const { data, error } = useGet<Answered>(
    "report-figures",
    `/api/v1/report-figures?${queryOf(report.question)}`,
    { anew: true },
  );
  if (error) return <ErrorPanel error={error} what="This report" />;
  if (!data) return <RecordSkeleton />;
  return (
    <div className="stack">
      <Finding parts={[{ text: data.finding }]} none="" />
      <AnswerView answer={data} chart={report.chart} />
    </div>
  );
}

/** A report that somebody made: what it says now, and what of it was kept. */
export default function ReportPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [sent, setSent] = useState<SavedReportRecord | null>(null);
  return (
    <>
      <RecordPage<SavedReportRecord>
        path="/api/v1/saved-reports"
        id={id}
        lifecycle={savedReportCycle}
        title={(report) => report.name}
        owner={(report) => report.owner}
        extraActions={(report) => [
          {
            label: report.canEdit ? "Change in the builder" : "Open in the builder",
            icon: <Pencil aria-hidden="true" />,
            to: builderAddress(report.question, report.chart, { report: report.id }),
          },
          ...(report.status !== "retired" && can("report.keep")
            ? [
                {
                  label: "Send by mail",
                  icon: <Mail aria-hidden="true" />,
                  onSelect: () => setSent(report),
                },
              ]
            : []),
        ]}
        tabs={[
          { id: "now", label: "Now", content: (report) => <Now report={report} /> },
          {
            id: "runs",
            label: "Kept runs",
            content: (report) => <RunTable fixed={`reportId=${report.id}`} />,
          },
          {
            id: "mail",
            label: "By mail",
            content: (report) => <ScheduleTable fixed={`reportId=${report.id}`} />,
          },
        ]}
        rail={(report) => (
          <Panel title="Shown as">
            <Facts
              rows={[
                ["Look", chartKinds[report.chart]],
                ["Figures", String(report.question.measures.length)],
              ]}
            />
          </Panel>
        )}
      />
      {sent && (
        <ScheduleDialog
          of={null}
          report={{ name: sent.name, reportId: sent.id, ready: null, measures: sent.measures }}
          onClose={() => setSent(null)}
        />
      )}
    </>
  );
}
