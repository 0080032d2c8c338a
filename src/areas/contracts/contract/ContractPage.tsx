import { FilePenLine, Pencil, Printer, Signature } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { useBeginFlow } from "#areas/flows/flows.ui.tsx";
import { pathTo } from "#areas.ts";
import { LetterButton } from "#areas/communications/communications.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordDeadlines } from "#areas/workflow/workflow.ui.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { AsIssued } from "#areas/vendors/vendors.ui.tsx";
import { Panel, TableSkeleton } from "#web/kit/states.tsx";
import { ApprovalPanel, RecordSignatures } from "#areas/workflow/workflow.ui.tsx";
import { ContractClauses } from "../clause/ContractClauses.tsx";
import { Rounds } from "../negotiation/Rounds.tsx";
import { ContractChanges } from "../change/ContractChanges.tsx";
import { LotPanel } from "../master/LotPanel.tsx";
import { CooperativePanel } from "../cooperative/CooperativePanel.tsx";
import { contractKinds, contractStatuses, contractSteps } from "./contract.labels.ts";
import type { ContractDetail } from "./contract.model.ts";
import { Amendments, CeilingPanel, Ledger, Versions } from "./ContractMoney.tsx";
import { Insurance, Lines, Missing, OrdersOf, Term, Terms } from "./ContractPanels.tsx";
import { ContractCoverage } from "../coverage/ContractCoverage.tsx";
import { ContractObligations } from "../obligation/ContractObligations.tsx";
import { RetainagePanel } from "../retainage/RetainagePanel.tsx";
import { RateSheets } from "../rates/RateSheets.tsx";
import { Exhibits } from "../exhibit/Exhibits.tsx";
import { Signings } from "./Signings.tsx";
import { contractCycle } from "./contract.lifecycle.model.ts";

const Closeout = lazy(async () => ({
  default: (await import("../closeout/Closeout.tsx")).Closeout,
}));

const SignDialog = dialogOnDemand(async () => (await import("./SignDialog.tsx")).SignDialog);
const AskSignatures = dialogOnDemand(
  async () => (await import("#areas/workflow/workflow.ui.tsx")).AskSignatures,
);
const look = { statuses: contractStatuses, course: contractSteps, actions: contractCycle.actions };

const extraOf = (
  c: ContractDetail,
  { sign, ask }: { sign: () => void; ask: (() => void) | null },
): ExtraAction[] => {
  const signing = c.actions.find((action) => action.name === "sign");
  return [
    ...(signing
      ? [
          {
            label: signing.label,
            icon: <Signature aria-hidden="true" />,
            onSelect: sign,
            reason: signing.enabled ? null : signing.reason,
            tone: "primary" as const,
          },
        ]
      : []),
    ...(ask && (c.status === "approved" || c.status === "out_for_signature")
      ? [
          {
            label: "Ask for signatures",
            icon: <Signature aria-hidden="true" />,
            onSelect: ask,
            tone: "primary" as const,
          },
        ]
      : []),
    ...(c.canEdit
      ? [
          {
            label: "Edit",
            icon: <Pencil aria-hidden="true" />,
            to: pathTo("contractEdit", { id: c.id }),
          },
        ]
      : []),
    ...(c.canAmend
      ? [
          {
            label: "Amend",
            icon: <FilePenLine aria-hidden="true" />,
            to: pathTo("amendmentNew", { id: c.id }),
          },
        ]
      : []),
  ];
};

const tabs = (mayOrder: boolean, mayEdit: boolean) => [
  {
    id: "terms",
    label: "Terms",
    content: (c: ContractDetail) => (
      <>
        <AsIssued issuedTo={c.issuedTo} />
        <Missing contract={c} />
        <CooperativePanel contract={c} />
        <Insurance contract={c} />
        <Term contract={c} />
        <Terms contract={c} />
        <Lines contract={c} />
        <Exhibits contractId={c.id} mayEdit={c.canEdit} />
      </>
    ),
  },
  {
    id: "prices",
    label: "Prices",
    content: (c: ContractDetail) => <RateSheets contractId={c.id} mayWrite={c.canEdit} />,
  },
  {
    id: "negotiation",
    label: "Clauses & negotiation",
    content: (c: ContractDetail) => (
      <>
        <Rounds contract={c} maySend={mayEdit} />
        <ContractClauses path={`/api/v1/contracts/${c.id}`} />
      </>
    ),
  },
  {
    id: "orders",
    label: "Orders",
    content: (c: ContractDetail) => <OrdersOf contract={c} mayOrder={mayOrder} />,
  },
  {
    id: "ceiling",
    label: "Ceiling and retainage",
    count: (c: ContractDetail) => c.entries.length,
    content: (c: ContractDetail) => (
      <>
        <Ledger contract={c} />
        <RetainagePanel contractId={c.id} />
      </>
    ),
  },
  {
    id: "amendments",
    label: "Amendments",
    count: (c: ContractDetail) => c.amendments.length,
    content: (c: ContractDetail) => (
      <>
        <Amendments contract={c} />
        <Versions contract={c} />
      </>
    ),
  },
  {
    id: "changes",
    label: "Changes and claims",
    content: (c: ContractDetail) => <ContractChanges contractId={c.id} />,
  },
  {
    id: "obligations",
    label: "Obligations",
    content: (c: ContractDetail) => <ContractObligations contractId={c.id} />,
  },
  {
    id: "coverage",
    label: "Insurance and bonds",
    content: (c: ContractDetail) => <ContractCoverage contractId={c.id} />,
  },
  {
    id: "closeout",
    label: "Closeout",
    content: (c: ContractDetail) => (
      <Suspense fallback={<TableSkeleton columns={3} />}>
        <Closeout contractId={c.id} status={c.status} />
      </Suspense>
    ),
  },
  {
    id: "documents",
    label: "Documents",
    content: (c: ContractDetail) => (
      <>
        <RecordSignatures sourceType="contract" sourceId={c.id} />
        <Signings signings={c.signings} />
        <p>
          <LetterButton noun="contract" objectId={c.id} />
        </p>
        <Attachments objectType="contract" objectId={c.id} />
        <Comments objectType="contract" objectId={c.id} />
      </>
    ),
  },
  {
    id: "approvals",
    label: "Approvals",
    content: (c: ContractDetail) =>
      c.approvalId ? (
        <ApprovalPanel approvalId={c.approvalId} />
      ) : (
        <Panel title="Approvals">
          <p className="text-t2">
            {c.source === "import"
              ? "It was in force when it was brought in."
              : "Counsel has not cleared it yet."}
          </p>
        </Panel>
      ),
  },
];

/** One contract: its terms, what orders draw on it, how it changed, and what may be done with it. */
export default function ContractPage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { can } = useAuth();
  const [signing, setSigning] = useState<ContractDetail | null>(null);
  const [asking, setAsking] = useState<string | null>(null);
  const flow = useBeginFlow("contract");
  return (
    <>
      <RecordPage<ContractDetail>
        path="/api/v1/contracts"
        id={id}
        lifecycle={look}
        title={(c) => c.title}
        subtitle={(c) => (
          <>
            <Link to={`/vendor-directory/${c.vendorId}`}>{c.vendor}</Link> · {contractKinds[c.kind]}
          </>
        )}
        owner={(c) => c.owner}
        amountCents={(c) => c.ceiling}
        amountNote={() => "ceiling"}
        deadline={(c) =>
          c.status === "active" || c.status === "suspended" ? { at: c.endsOn, label: "Ends" } : null
        }
        ownActions={["sign"]}
        extraActions={(c) =>
          extraOf(c, {
            sign: () => setSigning(c),
            ask: can("contract.edit") ? () => setAsking(c.id) : null,
          })
        }
        menu={(c) => [
          {
            label: "Print the terms",
            icon: <Printer aria-hidden="true" />,
            onSelect: () => void navigate(pathTo("contractPrint", { id: c.id })),
          },
          ...flow.menu(c),
        ]}
        tabs={tabs(can("purchaseOrder.create"), can("contract.edit"))}
        rail={(c) => (
          <>
            <CeilingPanel contract={c} />
            <LotPanel contract={c} />
            <RecordDeadlines sourceId={c.id} />
          </>
        )}
      />
      {flow.dialog}
      {signing && (
        <SignDialog
          path="/api/v1/contracts"
          record={signing}
          then={`The contract with ${signing.vendor} is in force from then on, and orders may draw on its ceiling.`}
          onClose={() => setSigning(null)}
        />
      )}
      {asking && (
        <AskSignatures sourceType="contract" sourceId={asking} onClose={() => setAsking(null)} />
      )}
    </>
  );
}
