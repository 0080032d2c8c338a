import { Pencil } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { SubjectActions } from "#areas/assets/assets.ui.tsx";
import { RecordDeadlines } from "#areas/workflow/workflow.ui.tsx";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Thumbnail } from "#web/kit/record/Thumbnail.tsx";
import { Panel } from "#web/kit/states.tsx";
import {
  causes,
  dispositions,
  nonconformanceCycle,
  nonconformanceStatuses,
} from "../../nonconformance/nonconformance.labels.ts";
import type { NonconformanceDetail } from "../../nonconformance/nonconformance.model.ts";
import type { Asked } from "./NonconformanceAsk.tsx";

const ReportDialog = dialogOnDemand(async () => (await import("./ReportDialog.tsx")).ReportDialog);
const NonconformanceAsk = dialogOnDemand(
  async () => (await import("./NonconformanceAsk.tsx")).NonconformanceAsk,
);

const own = ["contain", "returnGoods", "rework", "scrap", "useAsIs", "close"] as const;

const saidOf = (n: NonconformanceDetail): string => {
  const due = n.dueOn ? ` by ${formatDate(n.dueOn)}` : "";
  if (n.status === "reported") return `It is to be contained${due}, so that nobody uses it`;
  if (n.status === "contained")
    return `Somebody other than ${n.reportedName} decides about it${due}`;
  if (n.status === "closed")
    return `Closed on ${n.closedOn ? formatDate(n.closedOn) : ""}, cost ${formatCents(n.costCents ?? 0)}`;
  const waits =
    n.status === "returned" && n.cost.goodsCents !== null && !n.cost.returnedOn
      ? ", and its receipt does not say yet that it went back"
      : "";
  return `${n.decidedName} decided: ${n.disposition ? dispositions[n.disposition].toLowerCase() : ""}${waits}`;
};

function Photos({ of }: { of: NonconformanceDetail }) {
  if (of.photos.length === 0) return null;
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {of.photos.map((photo) => (
        <li key={photo.id}>
          <Thumbnail fileId={photo.id} alt={photo.name} />
        </li>
      ))}
    </ul>
  );
}

function Reported({ of }: { of: NonconformanceDetail }) {
  return (
    <Panel title="What is wrong">
      <Facts
        rows={[
          ["Description", of.description],
          ["Where it is", of.place],
          [
            "Quantity",
            of.quantity === null ? null : `${shownDecimal(of.quantity)} ${of.unit}`.trim(),
          ],
          [
            "Vendor",
            of.vendorId && (
              <Link key="vendor" className="text-link" to={pathTo("vendor", { id: of.vendorId })}>
                {of.vendorName}
              </Link>
            ),
          ],
          [
            "Purchase order",
            of.orderId && (
              <Link
                key="order"
                className="text-link mono"
                to={`${pathTo("order", { id: of.orderId })}?tab=receipts`}
              >
                {of.orderNumber}
              </Link>
            ),
          ],
          ["Rejected line", of.line],
          ["Reported", `${of.reportedName}, ${formatDate(of.reportedOn)}`],
        ]}
      />
    </Panel>
  );
}

function Decided({ of }: { of: NonconformanceDetail }) {
  if (!of.containedOn) return null;
  return (
    <Panel title="What was done">
      <Facts
        rows={[
          ["Containment", of.containment],
          ["Contained", `${of.containedName}, ${formatDate(of.containedOn)}`],
          ["Decided", of.disposition && dispositions[of.disposition]],
          ["Whose part it was", of.cause && causes[of.cause]],
          ["Why", of.decisionReason],
          ["Decided by", of.decidedOn && `${of.decidedName}, ${formatDate(of.decidedOn)}`],
          [
            "Vendor's corrective plan",
            of.planId && (
              <Link
                key="plan"
                className="text-link mono"
                to={pathTo("correctivePlan", { id: of.planId })}
              >
                {of.planNumber}
              </Link>
            ),
          ],
          ["Why no plan", of.noPlanReason],
        ]}
      />
    </Panel>
  );
}

function Cost({ of }: { of: NonconformanceDetail }) {
  const { cost } = of;
  if (cost.goodsCents === null && cost.otherCents === 0) return null;
  return (
    <Panel title="Cost, as records tell it">
      <Facts
        rows={[
          ["Rejected, at the order's price", cost.goodsCents && formatCents(cost.goodsCents)],
          [
            "Went back",
            cost.returnedOn &&
              `${formatCents(cost.returnedCents)} on ${formatDate(cost.returnedOn)}`,
          ],
          ...cost.credits.map((credit): [string, React.ReactNode] => [
            "Credited",
            <Link key={credit.id} className="text-link" to={pathTo("invoice", { id: credit.id })}>
              {formatCents(credit.cents)} <span className="mono">{credit.number}</span>
            </Link>,
          ]),
          ["Other", cost.otherCents > 0 && formatCents(cost.otherCents)],
          ["Cost", formatCents(cost.costCents)],
        ]}
      />
    </Panel>
  );
}

const tabs: readonly RecordTab<NonconformanceDetail>[] = [
  {
    id: "case",
    label: "Nonconformance",
    content: (of) => (
      <>
        <Finding parts={[{ text: saidOf(of) }]} none="" />
        <Photos of={of} />
        <Reported of={of} />
        <Decided of={of} />
        <Cost of={of} />
        <RecordDeadlines sourceId={of.id} />
        <SubjectActions type="nonconformance" id={of.id} />
        <Attachments objectType="nonconformance" objectId={of.id} />
      </>
    ),
  },
];

type Open = { what: Asked | "change"; of: NonconformanceDetail };

const offersOf = (of: NonconformanceDetail, ask: (what: Open["what"]) => void) => [
  ...own.flatMap((what) => {
    const action = of.actions.find(({ name }) => name === what);
    if (!action || (!action.enabled && !action.reason)) return [];
    return [
      {
        label: action.label,
        ...(action.tone === "primary" && { tone: "primary" as const }),
        ...(action.enabled ? {} : { reason: action.reason! }),
        onSelect: () => ask(what),
      },
    ];
  }),
  ...(of.canPlan ? [{ label: "Ask the vendor for a plan", onSelect: () => ask("ask-plan") }] : []),
  ...(of.canEdit
    ? [
        {
          label: "Change",
          icon: <Pencil aria-hidden="true" />,
          onSelect: () => ask("change"),
        },
      ]
    : []),
];

/** A nonconformance: what is wrong, what was done at once, what was decided, what it cost. */
export default function NonconformancePage() {
  const { id = "" } = useParams();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <RecordPage<NonconformanceDetail>
        path="/api/v1/nonconformances"
        id={id}
        lifecycle={{
          statuses: nonconformanceStatuses,
          course: nonconformanceCycle.course,
          actions: nonconformanceCycle.actions,
        }}
        title={({ title }) => title}
        subtitle={({ vendorName, orderNumber }) =>
          [vendorName, orderNumber].filter(Boolean).join(", ")
        }
        owner={({ reportedName }) => reportedName}
        amountCents={({ costCents }) => costCents}
        deadline={({ dueOn, status }) =>
          dueOn ? { at: dueOn, label: status === "reported" ? "Contain by" : "Decide by" } : null
        }
        tabs={tabs}
        ownActions={own}
        extraActions={(of) => offersOf(of, (what) => setOpen({ what, of }))}
      />
      {open?.what === "change" && <ReportDialog of={open.of} onClose={close} />}
      {open && open.what !== "change" && (
        <NonconformanceAsk what={open.what} of={open.of} onClose={close} />
      )}
    </>
  );
}
