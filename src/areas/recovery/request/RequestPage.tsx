import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DateField, MoneyField } from "#web/kit/form/fields.tsx";
import { download } from "#web/kit/api.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { EvidenceButton } from "#areas/governance/governance.ui.tsx";
import { BundlePanel } from "../bundle/BundlePanel.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { certificateText, requestCycle } from "./request.labels.ts";
import type { RequestDetail } from "./request.model.ts";

const money = (cents: number) => formatCents(cents, { symbol: false });
type Line = RequestDetail["lines"][number];
const parts: readonly LinePart<Line>[] = [
  {
    label: "Line",
    as: "title",
    cell: (l) => (
      <>
        {[l.person, l.label].filter(Boolean).join(": ")}
        <span className="block text-12 text-t3">
          {l.rule} {l.citation}
        </span>
        {l.lacks.map((lack) => (
          <span key={lack} className="block text-12 text-danger">
            {lack}
          </span>
        ))}
      </>
    ),
  },
  { label: "Day", cell: (l) => formatDate(l.dayFrom) },
  { label: "Cost, $", cell: (l) => money(l.cents) },
  { label: "Insured, $", cell: (l) => money(l.insured) },
  { label: "Local share, $", cell: (l) => money(l.match) },
  { label: "Requested, $", as: "amount", cell: (l) => money(l.federal) },
];

function Blocked({ r }: { r: RequestDetail }) {
  const { can } = useAuth();
  const act = useMutationAction("pa-requests", "pa-items");
  const blocked = r.lines.filter((l) => l.lacks.length > 0);
  if (blocked.length === 0) return null;
  const leave = async () => {
    try {
      await act.mutateAsync({
        path: `/api/v1/pa-requests/${r.id}/leave-out`,
        body: { itemIds: blocked.map((l) => l.id) },
        version: r.version,
      });
    } catch (error) {
      notify.failed("Nothing was left out", error);
    }
  };
  return (
    <Panel title={`${blocked.length} of ${r.lines.length} lines lack proof`}>
      <p>
        {formatCents(blocked.reduce((n, l) => n + l.cents, 0))} cannot be asked for yet. Each line
        names who owes what.
      </p>
      {can("recovery.edit") && (r.status === "draft" || r.status === "returned") && (
        <button
          type="button"
          className="btn mt-3"
          disabled={act.isPending}
          onClick={() => void leave()}
        >
          Leave out and keep waiting
        </button>
      )}
    </Panel>
  );
}

function Lines({ r }: { r: RequestDetail }) {
  return (
    <div className="stack">
      <Blocked r={r} />
      <Facts
        rows={[
          [
            "Project",
            <Link key="p" to={pathTo("paProject", { id: r.projectId })}>
              {r.project}
            </Link>,
          ],
          ["Prepared by", r.preparedBy],
          ["Certified by", r.certifiedBy],
          ["Reference of the state", r.reference],
          ["Paid", r.paidOn && `${formatCents(r.paidCents ?? 0)} on ${formatDate(r.paidOn)}`],
          ["Without a payment behind it", r.uncovered ? formatCents(r.uncovered) : ""],
          ["Why", r.statusReason],
        ]}
      />
      <LineTable
        label="Lines of the request"
        parts={parts}
        lines={r.lines}
        keyOf={(l) => l.id}
        total={{ label: "Asked for", amount: money(r.federal) }}
      />
      {r.certificate && <p className="text-12 text-t3">{r.certificate}</p>}
    </div>
  );
}

function PayDialog({ r, onClose }: { r: RequestDetail; onClose: () => void }) {
  return (
    <PostDialog
      title={`Record the money of ${r.number}`}
      description="What is recorded here is not taken back."
      path={`/api/v1/pa-requests/${r.id}/actions/pay`}
      version={r.version}
      submit="Record"
      nouns={["pa-requests", "pa-projects"]}
      values={{ paidOn: "", paidCents: r.federal as number | null }}
      onClose={onClose}
    >
      <DateField name="paidOn" label="Paid on" required />
      <MoneyField name="paidCents" label="Paid" required />
    </PostDialog>
  );
}

const trace = (r: RequestDetail) => ({
  label: "Trace of every line (CSV)",
  onSelect: () =>
    void download(`/api/v1/pa-requests/${r.id}/trace.csv`).catch((error: unknown) =>
      notify.failed("The trace was not made", error),
    ),
});

/** One request for reimbursement: its lines, what they lack, its evidence. */
export default function RequestPage() {
  const { id = "" } = useParams();
  const [paying, setPaying] = useState<RequestDetail | null>(null);
  return (
    <>
      <RecordPage<RequestDetail>
        path="/api/v1/pa-requests"
        id={id}
        lifecycle={requestCycle}
        title={(r) => r.projectTitle}
        subtitle={(r) => `${r.declaration}, ${r.project}`}
        amountCents={(r) => r.federal}
        ownActions={["pay"]}
        extraActions={(r) => [
          trace(r),
          ...(r.actions.some((a) => a.name === "pay" && a.enabled)
            ? [{ label: "Record the money", onSelect: () => setPaying(r) }]
            : []),
        ]}
        actionFields={{
          certify: <p className="text-t2">{certificateText}</p>,
          submit: (
            <label className="field">
              <span className="field-label">Reference of the state</span>
              <input name="reference" className="field-control" required maxLength={120} />
            </label>
          ),
        }}
        tabs={[
          {
            id: "lines",
            label: "Lines",
            count: (r) => r.lines.length,
            content: (r) => <Lines r={r} />,
          },
          {
            id: "documents",
            label: "Evidence",
            content: (r) => (
              <>
                <BundlePanel r={r} />
                <EvidenceButton ids={r.evidence} name={r.number} />
                <Attachments objectType="paRequest" objectId={r.id} />
              </>
            ),
          },
        ]}
      />
      {paying && <PayDialog r={paying} onClose={() => setPaying(null)} />}
    </>
  );
}
