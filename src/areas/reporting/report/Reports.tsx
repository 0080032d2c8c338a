import { Mail } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { formatInstant } from "#kernel/dates.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { builderAddress } from "../builder/address.ts";
import { DashboardTable } from "../dashboard/DashboardTable.tsx";
import { shownFigure } from "../figure/finding.labels.ts";
import type { ReadyRow } from "../ready/ready.model.ts";
import { PublicationTable } from "../publication/PublicationTable.tsx";
import { RunTable } from "../run/RunTable.tsx";
import { ScheduleDialog } from "../schedule/ScheduleDialog.tsx";
import { ScheduleTable } from "../schedule/ScheduleTable.tsx";
import { ReportTable } from "./ReportTable.tsx";

const hrefOf = ({ id, question, chart, page }: ReadyRow) =>
  page ?? builderAddress(question!, chart ?? "bar", { ready: id });

function Ready({ report }: { report: ReadyRow }) {
  const { timeZone } = useAgency();
  const { can } = useAuth();
  const [sending, setSending] = useState(false);
  return (
    <li className="grid gap-1 px-4 py-3 md:grid-cols-[1fr_auto] md:items-baseline md:gap-4">
      <div>
        <Link className="font-semibold" to={hrefOf(report)}>
          {report.name}
        </Link>
        <p className="text-13 text-t2">{report.says}</p>
        <p className="text-12 text-t3">
          {report.formula}
          {report.citation && ` ${report.citation}.`}
        </p>
      </div>
      <div className="md:text-right">
        {report.unit && (
          <p className="tnum text-18 font-semibold">
            <span className="mr-2 text-12 font-normal text-t2">{report.figure}</span>
            {shownFigure(report.value, report.unit)}
          </p>
        )}
        {report.why && <p className="text-13 text-t2">{report.why}</p>}
        {report.question && (
          <p className="text-12 text-t3">
            {report.keptAt ? `Kept ${formatInstant(report.keptAt, timeZone)}` : "Not kept yet"}
          </p>
        )}
        {report.question && can("report.keep") && (
          <button type="button" className="btn btn-small mt-2" onClick={() => setSending(true)}>
            <Mail aria-hidden="true" />
            Send by mail
            <span className="sr-only">: {report.name}</span>
          </button>
        )}
      </div>
      {sending && (
        <ScheduleDialog
          of={null}
          report={{ ...report, reportId: null, ready: report.id }}
          onClose={() => setSending(false)}
        />
      )}
    </li>
  );
}

function ReadyList({ title, reports }: { title: string; reports: readonly ReadyRow[] }) {
  if (reports.length === 0) return null;
  return (
    <Panel title={title} flush>
      <ul className="divide-y divide-hair">
        {reports.map((report) => (
          <Ready key={report.id} report={report} />
        ))}
      </ul>
    </Panel>
  );
}

function ReadyTab() {
  const { data, error, refetch } = useGet<{ items: ReadyRow[] }>(
    "ready-reports",
    "/api/v1/ready-reports",
    { anew: true },
  );
  if (error) return <ErrorPanel error={error} what="Reports" onRetry={() => void refetch()} />;
  if (!data) return <TableSkeleton columns={2} rows={6} />;
  const mine = data.items.filter((each) => each.mine);
  const figures = mine.filter((each) => each.unit && each.value !== null).slice(0, 3);
  return (
    <div className="stack">
      <Finding
        parts={figures.map((each) => ({
          text: `${each.name}: ${shownFigure(each.value, each.unit!)}`,
          to: hrefOf(each),
        }))}
        none={`${data.items.length} reports stand ready for you.`}
      />
      <ReadyList title="For your duties" reports={mine} />
      <ReadyList
        title={mine.length ? "Others that you may read" : "Ready reports"}
        reports={data.items.filter((each) => !each.mine)}
      />
    </div>
  );
}

/** /reports: ready reports of one's duty first, then reports that people made, and what was kept. */
export default function Reports() {
  const { can } = useAuth();
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-22 font-semibold">Reports</h1>
        <Link className="btn btn-primary" to={pathTo("reportBuilder")}>
          Build a report
        </Link>
      </div>
      <Tabs
        label="Parts of reports"
        tabs={[
          { id: "ready", label: "Ready", content: () => <ReadyTab /> },
          { id: "reports", label: "Own and shared", content: () => <ReportTable /> },
          { id: "dashboards", label: "Dashboards", content: () => <DashboardTable /> },
          { id: "schedules", label: "By mail", content: () => <ScheduleTable /> },
          { id: "runs", label: "Kept runs", content: () => <RunTable /> },
          ...(can("report.publish")
            ? [{ id: "published", label: "Published", content: () => <PublicationTable /> }]
            : []),
        ]}
      />
    </div>
  );
}
