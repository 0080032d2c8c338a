import { Pencil, Signature } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { ApprovalPanel, RecordSignatures } from "#areas/workflow/workflow.ui.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RateSheets } from "../rates/RateSheets.tsx";
import { ContractClauses } from "../clause/ContractClauses.tsx";
import { Signings } from "../contract/Signings.tsx";
import {
  amendmentCycle,
  amendmentCourse,
  amendmentKinds,
  amendmentStatuses,
} from "./amendment.labels.ts";
import type { AmendmentDetail } from "./amendment.model.ts";

const SignDialog = dialogOnDemand(
  async () => (await import("../contract/SignDialog.tsx")).SignDialog,
);
const AskSignatures = dialogOnDemand(
  async () => (await import("#areas/workflow/workflow.ui.tsx")).AskSignatures,
);
const look = {
  statuses: amendmentStatuses,
  course: amendmentCourse,
  actions: amendmentCycle.actions,
};

const change = (cents: number) =>
  cents === 0 ? "as it is" : `${cents > 0 ? "+" : ""}${formatCents(cents)}`;

function AmendmentFacts({ amendment: a }: { amendment: AmendmentDetail }) {
  const applied = a.status === "applied";
  const rows: (readonly [string, React.ReactNode])[] = [
    [
      "Contract",
      <Link key="contract" to={pathTo("contract", { id: a.contractId })}>
        {a.contract}, {a.contractTitle}
      </Link>,
    ],
    ["Kind", amendmentKinds[a.kind]],
    ["Why", a.reason],
    ["Ceiling", change(a.ceilingChange)],
    ...(applied
      ? []
      : ([
          ["Ceiling now", formatCents(a.ceilingNow)],
          ["Ceiling then", formatCents(a.ceilingThen)],
          ["Ends now", formatDate(a.endsNow)],
          ["Ends then", formatDate(a.endsThen)],
        ] as const)),
    ...(applied && a.newEndsOn ? [["New last day", formatDate(a.newEndsOn)] as const] : []),
    ...a.yearPlan.map(({ year, amount }) => [`Fiscal year ${year}`, change(amount)] as const),
    ...(a.scope ? [["Scope", a.scope] as const] : []),
    ...(a.statusReason ? [["Reason", a.statusReason] as const] : []),
  ];
  return (
    <Panel title="What changes">
      <Facts rows={rows} />
    </Panel>
  );
}

function Objections({ amendment: a }: { amendment: AmendmentDetail }) {
  if (a.objections.length === 0) return null;
  return (
    <Panel title="Before it is submitted">
      <ul className="checks">
        {a.objections.map((text) => (
          <li key={text} className="warn">
            {text}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const extraOf = (
  a: AmendmentDetail,
  { sign, ask }: { sign: () => void; ask: (() => void) | null },
): ExtraAction[] => {
  const signing = a.actions.find((action) => action.name === "sign");
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
    ...(ask && a.status === "approved"
      ? [
          {
            label: "Ask for signatures",
            icon: <Signature aria-hidden="true" />,
            onSelect: ask,
            tone: "primary" as const,
          },
        ]
      : []),
    ...(a.canEdit
      ? [
          {
            label: "Edit",
            icon: <Pencil aria-hidden="true" />,
            to: pathTo("amendmentEdit", { id: a.id }),
          },
        ]
      : []),
  ];
};

/** One amendment: what it changes of its contract, who decides, and its signatures. */
export default function AmendmentPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [signing, setSigning] = useState<AmendmentDetail | null>(null);
  const [asking, setAsking] = useState<string | null>(null);
  return (
    <>
      <RecordPage<AmendmentDetail>
        path="/api/v1/contract-amendments"
        id={id}
        lifecycle={look}
        title={(a) => a.title}
        subtitle={(a) => (
          <>
            <Link to={pathTo("contract", { id: a.contractId })}>{a.contract}</Link> · {a.vendor}
          </>
        )}
        amountCents={(a) => (a.ceilingChange === 0 ? null : a.ceilingChange)}
        ownActions={["sign"]}
        extraActions={(a) =>
          extraOf(a, {
            sign: () => setSigning(a),
            ask: can("contract.edit") ? () => setAsking(a.id) : null,
          })
        }
        tabs={[
          {
            id: "change",
            label: "Change",
            content: (a) => (
              <>
                <Objections amendment={a} />
                <AmendmentFacts amendment={a} />
                <RateSheets contractId={a.contractId} amendmentId={a.id} mayWrite={a.canEdit} />
                <ContractClauses path={`/api/v1/contract-amendments/${a.id}`} amendment />
              </>
            ),
          },
          {
            id: "documents",
            label: "Documents",
            content: (a) => (
              <>
                <RecordSignatures sourceType="contractAmendment" sourceId={a.id} />
                <Signings signings={a.signings} />
                <Attachments objectType="contractAmendment" objectId={a.id} />
              </>
            ),
          },
          {
            id: "approvals",
            label: "Approvals",
            content: (a) =>
              a.approvalId ? (
                <ApprovalPanel approvalId={a.approvalId} />
              ) : (
                <Panel title="Approvals">
                  <p className="text-t2">Not submitted yet.</p>
                </Panel>
              ),
          },
        ]}
      />
      {signing && (
        <SignDialog
          path="/api/v1/contract-amendments"
          record={signing}
          then={`${signing.contract} changes at once: its ceiling is ${formatCents(signing.ceilingThen)} then, and it ends on ${formatDate(signing.endsThen)}.`}
          onClose={() => setSigning(null)}
        />
      )}
      {asking && (
        <AskSignatures
          sourceType="contractAmendment"
          sourceId={asking}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
