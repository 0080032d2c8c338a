import { TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { GatePanel } from "#web/kit/GatePanel.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { ApprovalPanel } from "#areas/workflow/workflow.ui.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { methods, paymentStatuses, runCourse, runStatuses } from "./payment.labels.ts";
import type { RunDetail } from "./run.model.ts";
import { runFields } from "./RunFields.tsx";
import { Files } from "./RunFiles.tsx";
import { ExcludedPanel, MethodTotals } from "./RunParts.tsx";

const TakeOffDialog = dialogOnDemand(
  async () => (await import("./TakeOffDialog.tsx")).TakeOffDialog,
);

const look = {
  statuses: runStatuses,
  course: runCourse,
  actions: {
    refuse: { label: "Record bank refusal" },
    remake: { label: "Files made anew" },
  },
};
type Line = RunDetail["payments"][number];

const partsOf = (onTakeOff: (line: Line) => void): readonly LinePart<Line>[] => [
  {
    label: "Payment",
    as: "title",
    cell: (line) => (
      <>
        <Link className="mono text-link md:mr-4" to={pathTo("payment", { id: line.id })}>
          {line.number}
        </Link>
        <span className="font-medium max-md:block">{line.vendor}</span>
        {line.blocked && <span className="block text-12 text-warning">{line.blocked}</span>}
      </>
    ),
  },
  {
    label: "Method",
    words: true,
    cell: (line) => (
      <>
        {methods[line.method]}
        {line.reference && (
          <span className="mono ml-2 text-t3" title={line.reference}>
            {line.method === "ach" ? `…${line.reference.slice(-7)}` : line.reference}
          </span>
        )}
      </>
    ),
  },
  { label: "Invoices", cell: (line) => line.invoiceCount },
  {
    label: "Amount, $",
    as: "amount",
    cell: (line) => (
      <span className={line.status === "cancelled" ? "text-t3 line-through" : ""}>
        {formatCents(line.amount, { symbol: false })}
        {line.discount > 0 && (
          <span className="block text-12 text-t3">{formatCents(line.discount)} discount taken</span>
        )}
        {line.interest > 0 && (
          <span className="block text-12 text-t3">with {formatCents(line.interest)} interest</span>
        )}
      </span>
    ),
  },
  {
    label: "Status",
    as: "badge",
    cell: (line) => (
      <span className="inline-flex items-center">
        <StatusBadge statuses={paymentStatuses} status={line.status} />
        {line.canTakeOff && (
          <button
            type="button"
            className="btn btn-small btn-quiet btn-icon ml-1"
            aria-label={`Take ${line.number} off the run`}
            title="Take off the run"
            onClick={() => onTakeOff(line)}
          >
            <X aria-hidden="true" />
          </button>
        )}
      </span>
    ),
  },
];

/** Who the exclusion screening holds; whoever may decide a match goes there from here. */
function HeldPayees({ run }: { run: RunDetail }) {
  const { can } = useAuth();
  const held = [
    ...new Map(run.payments.filter((p) => p.screening).map((p) => [p.vendorId, p])).values(),
  ];
  if (held.length === 0) return null;
  return (
    <div className="notice tone-warning mb-4" role="note">
      <TriangleAlert aria-hidden="true" />
      <div className="min-w-0">
        <strong>Held by the exclusion screening</strong>
        <ul className="mt-1 grid gap-1">
          {held.map((p) => (
            <li key={p.vendorId}>
              {p.vendor}:{" "}
              {p.screening === "excluded"
                ? "excluded from federal awards"
                : "a possible match is not decided"}
              .{" "}
              <Link
                className="text-link underline"
                to={`${pathTo("vendor", { id: p.vendorId })}?tab=screening`}
              >
                {p.screening === "possible" && can("vendor.screen")
                  ? "Decide the match"
                  : "See the evidence"}
              </Link>
            </li>
          ))}
        </ul>
        <p className="mt-1 text-13">
          Decide the match, or take the payment off the run. Nothing else of the run is lost.
        </p>
      </div>
    </div>
  );
}

/** That the bank refused the file: when, who recorded it, why, and where its invoices are. */
function RefusedFile({ run }: { run: RunDetail }) {
  const { timeZone } = useAgency();
  if (!run.refused) return null;
  return (
    <div className="notice tone-danger mb-4" role="note">
      <TriangleAlert aria-hidden="true" />
      <div className="min-w-0">
        <strong>The bank refused the file</strong>
        <p className="whitespace-pre-wrap break-words">{run.refused.reason}</p>
        <p className="mt-1 text-13">
          Recorded by {run.refused.by ?? "a former member"},{" "}
          {formatInstant(run.refused.at, timeZone)}. The ACH payments that were out are void, checks
          are as they were. What is open again is under{" "}
          <Link className="text-link underline" to={pathTo("payments")}>
            Ready to pay
          </Link>
          .
        </p>
      </div>
    </div>
  );
}

const waits = new Set(["proposed", "returned", "in_approval", "approved"]);

function Payments({ run }: { run: RunDetail }) {
  const [asked, setAsked] = useState<Line | null>(null);
  return (
    <>
      {run.finding && <p className="finding mb-4">{run.finding}</p>}
      <RefusedFile run={run} />
      <HeldPayees run={run} />
      {waits.has(run.status) && (
        <GatePanel
          findings={run.gate}
          what="its release"
          clear="Account, exclusion list, holds and bank changes were looked at."
        />
      )}
      <Panel title="Payments" flush>
        <LineTable
          label="Payments of the run"
          parts={partsOf(setAsked)}
          lines={run.payments}
          keyOf={(line) => line.id}
          total={{ label: "Total", amount: formatCents(run.amount, { symbol: false }) }}
          across={3}
        />
        {asked && <TakeOffDialog payment={asked} onClose={() => setAsked(null)} />}
      </Panel>
    </>
  );
}

const countedOut = (run: RunDetail): string => {
  const failed = run.payments.filter(
    (p) => p.status === "voided" || p.status === "returned",
  ).length;
  return `${counted(run.paymentCount, "payment")}${failed > 0 ? `, ${failed} void or returned` : ""}`;
};

function Rail({ run }: { run: RunDetail }) {
  const { timeZone } = useAgency();
  const rows: [string, string][] = [
    ["Pay on", formatDate(run.payOn)],
    ["Invoices due through", run.payThrough ? formatDate(run.payThrough) : "chosen by hand"],
    ["Proposed by", run.proposedBy ?? "—"],
    ["Released by", run.releasedBy ?? "not yet"],
    ...(run.releasedOn ? [["Released", formatDate(run.releasedOn)] as [string, string]] : []),
    ...(run.sentAt
      ? [["Sent to bank", formatInstant(run.sentAt, timeZone)] as [string, string]]
      : []),
    ...(run.drawnOn ? [["Drawn on", run.drawnOn] as [string, string]] : []),
    ...(run.refused
      ? [["File refused", formatInstant(run.refused.at, timeZone)] as [string, string]]
      : []),
  ];
  return (
    <>
      {run.stopReason && !run.refused && (
        <Panel title={run.status === "returned" ? "Returned because" : "Stopped because"}>
          <p className="text-warning">{run.stopReason}</p>
        </Panel>
      )}
      <Panel title="By method" flush>
        <MethodTotals totals={run.totals} amount={run.amount} />
      </Panel>
      <Panel title="Run">
        <Facts rows={rows} />
        {run.note && <p className="mt-3 text-t2">{run.note}</p>}
      </Panel>
    </>
  );
}

/**
 * One payment run: payments, what was left out and why, approvals, files with their hashes,
 * history.
 */
export default function RunPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<RunDetail>
      path="/api/v1/payment-runs"
      id={id}
      lifecycle={look}
      title={(r) => `Payment run, ${formatDate(r.payOn)}`}
      owner={(r) => r.proposedBy}
      actionFields={runFields}
      stayed={{ release: "The exclusion screening holds a payee; see Payments." }}
      amountCents={(r) => r.amount}
      amountNote={(r) => countedOut(r)}
      tabs={[
        {
          id: "payments",
          label: "Payments",
          count: (r) => r.paymentCount,
          content: (r) => <Payments run={r} />,
        },
        {
          id: "excluded",
          label: "Left out",
          count: (r) => r.excluded.length,
          content: (r) => <ExcludedPanel excluded={r.excluded} byHand={!r.payThrough} />,
        },
        {
          id: "approval",
          label: "Approval",
          content: (r) => <ApprovalPanel approvalId={r.approvalId} />,
        },
        {
          id: "files",
          label: "Files",
          count: (r) => r.files.length,
          content: (r) => <Files run={r} />,
        },
      ]}
      rail={(r) => <Rail run={r} />}
    />
  );
}
