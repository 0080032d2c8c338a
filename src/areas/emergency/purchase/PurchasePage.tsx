import { FilePenLine } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { orderStatuses } from "#areas/procurement/procurement.public.ts";
import { ApprovalPanel, RecordDeadlines } from "#areas/workflow/workflow.ui.tsx";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { ChecksPanel } from "./ChecksPanel.tsx";
import { approvedHows, purchaseCourse, purchaseStatuses } from "../emergency.labels.ts";
import { AfterActionList, FactsPanel } from "../declaration/FilePanel.tsx";
import type { PurchaseDetail } from "./purchase.model.ts";

const FileDialog = dialogOnDemand(
  async () => (await import("../declaration/FileDialog.tsx")).FileDialog,
);
const look = { statuses: purchaseStatuses, course: purchaseCourse };

function About({ purchase: p }: { purchase: PurchaseDetail }) {
  const { timeZone } = useAgency();
  return (
    <FactsPanel
      title="Emergency order"
      rows={[
        [
          "Order",
          <span key="order">
            <Link to={pathTo("order", { id: p.orderId })}>{p.orderNumber}</Link>,{" "}
            {orderStatuses[p.orderStatus as keyof typeof orderStatuses].label.toLowerCase()}
          </span>,
        ],
        [
          "Declaration",
          <Link key="declaration" to={pathTo("declaration", { id: p.declarationId })}>
            {p.declaration}
          </Link>,
        ],
        [
          "Contract",
          <Link key="contract" to={pathTo("contract", { id: p.contractId })}>
            {p.contract}, {p.vendor}
          </Link>,
        ],
        ["Need", p.need],
        ["Charged to", `${p.account}, ${p.department}`],
        [
          "Ordered",
          `${formatInstant(p.issuedAt, timeZone)} by ${p.orderedBy ?? "a former member"}`,
        ],
        [
          "Approved",
          `${p.approver ?? "A former member"}, ${approvedHows[p.approvedHow].toLowerCase()}, ${formatInstant(p.approvedAt, timeZone)}`,
        ],
        ...(p.outcome ? [["What became of it", p.outcome] as const] : []),
      ]}
    />
  );
}

const again = (p: PurchaseDetail) => ({
  askAgain: (
    <label className="field">
      <span className="field-label">What is needed, and why it could not wait</span>
      <textarea
        name="need"
        className="field-control"
        rows={4}
        required
        minLength={20}
        maxLength={4000}
        defaultValue={p.need}
      />
    </label>
  ),
});

const tabs = [
  {
    id: "file",
    label: "File",
    count: (p: PurchaseDetail) => p.items.filter((item) => !item.done).length,
    content: (p: PurchaseDetail) => (
      <>
        <About purchase={p} />
        <Panel title="After-action list">
          <AfterActionList items={p.items} />
        </Panel>
        <ChecksPanel checks={p.checks} amount={null} />
      </>
    ),
  },
  {
    id: "ratification",
    label: "Ratification",
    content: (p: PurchaseDetail) =>
      p.approvalId ? <ApprovalPanel approvalId={p.approvalId} /> : null,
  },
  {
    id: "documents",
    label: "Documents",
    content: (p: PurchaseDetail) => (
      <>
        <Attachments objectType="emergencyPurchase" objectId={p.id} />
        <Comments objectType="emergencyPurchase" objectId={p.id} />
      </>
    ),
  },
];

/** One emergency order: why, who said yes, what was checked, what its file lacks. */
export default function PurchasePage() {
  const { id = "" } = useParams();
  const [completing, setCompleting] = useState<PurchaseDetail | null>(null);
  return (
    <>
      <RecordPage<PurchaseDetail>
        path="/api/v1/emergency-purchases"
        id={id}
        lifecycle={look}
        title={(p) => p.title}
        subtitle={(p) => p.vendor}
        owner={(p) => p.orderedBy}
        amountCents={(p) => p.amount}
        deadline={(p) => ({
          at: p.ratifyBy,
          label: "Ratify by",
          done: p.status === "ratified" || p.status === "refused",
        })}
        actionFields={again}
        extraActions={(p) =>
          p.canComplete
            ? [
                {
                  label: "Complete the file",
                  icon: <FilePenLine aria-hidden="true" />,
                  onSelect: () => setCompleting(p),
                },
              ]
            : []
        }
        tabs={tabs}
        rail={(p) => <RecordDeadlines sourceId={p.id} />}
      />
      {completing && <FileDialog purchase={completing} onClose={() => setCompleting(null)} />}
    </>
  );
}
