import { Download } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { download } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { EvidenceButton } from "#areas/governance/governance.ui.tsx";
import { objectClasses } from "#areas/finance/finance.public.ts";
import {
  drawdownCycle,
  certificateText,
  drawdownCourse,
  drawdownKinds,
  drawdownStatuses,
} from "./drawdown.labels.ts";
import { FormTab } from "../federal-form/FormTab.tsx";
import type { DrawdownDetail } from "./drawdown.model.ts";

const PartDialog = dialogOnDemand(async () => (await import("./PartDialog.tsx")).PartDialog);
const money = (cents: number) => formatCents(cents, { symbol: false });
type Line = DrawdownDetail["lines"][number];
const parts: readonly LinePart<Line>[] = [
  {
    label: "Cost",
    as: "title",
    cell: (l) => (
      <>
        <Link
          className="underline"
          to={
            l.source === "invoice"
              ? pathTo("invoice", { id: l.documentId })
              : pathTo("journal", { id: l.documentId })
          }
        >
          {l.documentNumber}
        </Link>{" "}
        {l.vendor} {l.description}
        {l.uncovered !== 0 && (
          <span className="block text-12 text-t3">
            {formatCents(l.uncovered)} have no payment behind them
          </span>
        )}
      </>
    ),
  },
  { label: "Class", cell: (l) => objectClasses[l.objectClass], words: true },
  { label: "Incurred", cell: (l) => formatDate(l.incurredTo) },
  { label: "Paid", cell: (l) => (l.paidOn ? formatDate(l.paidOn) : "not yet") },
  { label: "Match, $", cell: (l) => money(l.match) },
  { label: "Asked for, $", as: "amount", cell: (l) => money(l.federal) },
];

function Certificate({ d }: { d: DrawdownDetail }) {
  return (
    <Panel title="Checked and certified">
      <ul className="checks">
        {d.findings.map((f) => (
          <li key={f.text} className={f.ok ? "ok" : "warn"}>
            {f.text}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-t2">
        Prepared by {d.preparedBy ?? "—"}.{" "}
        {d.certifiedBy ? `Certified by ${d.certifiedBy}.` : "Not certified."}
      </p>
      {d.statusReason && <p className="mt-2">{d.statusReason}</p>}
      {d.certificate && <p className="mt-2 text-12 text-t3">{d.certificate}</p>}
    </Panel>
  );
}

const icon = <Download aria-hidden="true" />;
const paper = (id: string, name: string) =>
  void download(`/api/v1/drawdowns/${id}/papers/${name}`).catch((error: unknown) =>
    notify.failed("The paper could not be made", error),
  );

/** One request for money: its lines, what was checked, its form, its evidence. */
export default function DrawdownPage() {
  const { id = "" } = useParams();
  const [parting, setParting] = useState<DrawdownDetail | null>(null);
  return (
    <>
      <RecordPage<DrawdownDetail>
        path="/api/v1/drawdowns"
        id={id}
        lifecycle={{
          statuses: drawdownStatuses,
          course: drawdownCourse,
          actions: drawdownCycle.actions,
        }}
        title={(d) => d.awardTitle}
        subtitle={(d) => (
          <>
            {drawdownKinds[d.kind]} of{" "}
            <Link to={pathTo("award", { id: d.awardId })}>{d.award}</Link>
          </>
        )}
        amountCents={(d) => d.federal}
        ownActions={["approvePartly"]}
        extraActions={(d) => [
          ...(d.actions.some((a) => a.name === "approvePartly" && a.enabled)
            ? [{ label: "Approved in part", onSelect: () => setParting(d) }]
            : []),
          { label: "PDF", icon, onSelect: () => paper(id, "request") },
          { label: "SF-270 on paper", icon, onSelect: () => paper(id, "SF-270") },
        ]}
        actionFields={{
          certify: <p className="text-t2">{certificateText}</p>,
          submit: (
            <label className="field">
              <span className="field-label">Reference of the payment system</span>
              <input name="reference" className="field-control" required maxLength={120} />
            </label>
          ),
          pay: (
            <>
              <label className="field">
                <span className="field-label">Deposited on</span>
                <input name="paidOn" type="date" className="field-control" required />
              </label>
              <label className="field">
                <span className="field-label">Bank&rsquo;s reference</span>
                <input name="deposit" className="field-control" required maxLength={120} />
              </label>
            </>
          ),
        }}
        tabs={[
          {
            id: "lines",
            label: "Lines",
            count: (d) => d.lines.length,
            content: (d) => (
              <>
                <Certificate d={d} />
                <LineTable
                  label="Lines of the request"
                  parts={parts}
                  lines={d.lines}
                  keyOf={(l) => l.costLineId}
                  total={{ label: "Asked for", amount: money(d.federal) }}
                />
              </>
            ),
          },
          {
            id: "form",
            label: "SF-270",
            count: (d) => d.sf270.findings.length || undefined,
            content: (d) => <FormTab of={d.sf270} />,
          },
          {
            id: "documents",
            label: "Evidence",
            content: (d) => (
              <>
                <EvidenceButton ids={d.evidence} name={d.number} />
                <Attachments objectType="drawdown" objectId={d.id} />
              </>
            ),
          },
        ]}
      />
      {parting && <PartDialog drawdown={parting} onClose={() => setParting(null)} />}
    </>
  );
}
