import { Download } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { download } from "#web/kit/api.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { FormTab } from "../federal-form/FormTab.tsx";
import { certificateText } from "../drawdown/drawdown.labels.ts";
import { milestoneStatuses } from "../milestone/milestone.labels.ts";
import { reportCycle, reportCourse, reportKinds, reportStatuses } from "./report.labels.ts";
import type { ReportDetail } from "./report.model.ts";

const money = (cents: number) => formatCents(cents, { symbol: false });
type Cell = ReportDetail["cells"][number];
type Row = { id: string; name: string; to: string; on: Day | null; cents: number };

const rowsOf = (r: ReportDetail, cell: Cell): Row[] =>
  cell.rows === "received"
    ? r.received.map((d) => ({
        id: d.id,
        name: d.number,
        to: pathTo("drawdown", { id: d.id }),
        on: d.on,
        cents: d.cents,
      }))
    : cell.rows === "costs" || cell.rows === "match"
      ? r.costs.map((c) => ({
          id: c.id,
          name: `${c.documentNumber} ${c.description}`,
          to:
            c.source === "invoice"
              ? pathTo("invoice", { id: c.documentId })
              : pathTo("journal", { id: c.documentId }),
          on: c.paidOn,
          cents: c.paid,
        }))
      : cell.rows === "none"
        ? []
        : [
            {
              id: r.awardId,
              name: `${r.award} ${r.awardTitle}`,
              to: pathTo("award", { id: r.awardId }),
              on: null,
              cents: cell.cents,
            },
          ];

function Rows({ report, cell }: { report: ReportDetail; cell: Cell }) {
  const parts: readonly LinePart<Row>[] = [
    { label: "Row", as: "title", cell: (r) => <Link to={r.to}>{r.name}</Link> },
    { label: "Day", cell: (r) => (r.on ? formatDate(r.on) : "—") },
    { label: "Amount, $", as: "amount", cell: (r) => money(r.cents) },
  ];
  return (
    <Panel title={`Rows behind ${cell.line}`}>
      <p className="mb-3 text-t2">{cell.how}</p>
      <LineTable
        label={`Rows behind ${cell.line}`}
        parts={parts}
        lines={rowsOf(report, cell)}
        keyOf={(r) => r.id}
      />
    </Panel>
  );
}

function Financial({ report: r }: { report: ReportDetail }) {
  const [open, setOpen] = useState<string | null>(null);
  const parts: readonly LinePart<Cell>[] = [
    { label: "Line", as: "title", cell: (c) => `${c.line} ${c.label}` },
    {
      label: "Amount, $",
      as: "amount",
      cell: (c) => (
        <button
          type="button"
          className="link"
          aria-expanded={open === c.line}
          onClick={() => setOpen(open === c.line ? null : c.line)}
        >
          {money(c.cents)}
        </button>
      ),
    },
  ];
  const cell = r.cells.find((c) => c.line === open);
  return (
    <>
      {r.differences.length > 0 && (
        <Panel title="Before it is certified">
          <ul className="checks">
            {r.differences.map((text) => (
              <li key={text} className="warn">
                {text}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title={r.frozen ? "As certified" : `As the books stood on ${formatDate(r.cutOn)}`}>
        <LineTable label="Lines of SF-425" parts={parts} lines={r.cells} keyOf={(c) => c.line} />
      </Panel>
      {cell && <Rows report={r} cell={cell} />}
    </>
  );
}

function Performance({ report: r }: { report: ReportDetail }) {
  return (
    <>
      <Panel title="What was done against the goals">
        <p className="whitespace-pre-wrap">{r.narrative || "Written when it is prepared."}</p>
      </Panel>
      <Panel title={`Milestones as they stood on ${formatDate(r.cutOn)}`}>
        <ul className="stack">
          {r.milestones.map((m) => (
            <li key={m.id}>
              {m.title}, planned {formatDate(m.plannedOn)}: {milestoneStatuses[m.status].label}.{" "}
              {m.outcome}
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

/** One report to a grantor; each cell opens the rows that it adds up. */
export default function ReportPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<ReportDetail>
      path="/api/v1/grant-reports"
      id={id}
      lifecycle={{ statuses: reportStatuses, course: reportCourse, actions: reportCycle.actions }}
      title={(r) => reportKinds[r.kind]}
      subtitle={(r) => (
        <>
          <Link to={pathTo("award", { id: r.awardId })}>{r.award}</Link> {r.awardTitle},{" "}
          {formatDate(r.periodFrom)} to {formatDate(r.periodTo)}
          {r.final && ", final"}
        </>
      )}
      deadline={(r) => (r.submittedOn ? null : { at: r.dueOn, label: "Due" })}
      extraActions={(r) => [
        {
          label: `${r.sheet.code} as PDF`,
          icon: <Download aria-hidden="true" />,
          onSelect: () =>
            void download(`/api/v1/grant-reports/${r.id}/paper`).catch((error: unknown) =>
              notify.failed("The form could not be made", error),
            ),
        },
      ]}
      actionFields={(r) => ({
        ...(r.kind === "ppr" && {
          prepare: (
            <label className="field">
              <span className="field-label">What was done against the goals</span>
              <textarea
                name="narrative"
                className="field-control"
                rows={6}
                required
                defaultValue={r.narrative}
              />
            </label>
          ),
        }),
        certify: <p className="text-t2">{certificateText}</p>,
        submit: (
          <label className="field">
            <span className="field-label">Reference</span>
            <input name="reference" className="field-control" maxLength={120} />
          </label>
        ),
      })}
      tabs={[
        {
          id: "report",
          label: "Report",
          content: (r) => (
            <>
              {r.statusReason && (
                <p className="notice tone-warning">It came back: {r.statusReason}</p>
              )}
              {r.kind === "sf425" ? <Financial report={r} /> : <Performance report={r} />}
            </>
          ),
        },
        {
          id: "form",
          label: "Form",
          count: (r) => r.sheet.findings.length || undefined,
          content: (r) => <FormTab of={r.sheet} />,
        },
        {
          id: "documents",
          label: "Documents",
          content: (r) => <Attachments objectType="grantReport" objectId={r.id} />,
        },
      ]}
    />
  );
}
