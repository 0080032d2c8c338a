import { Gavel, Pencil, Signature } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { SlipOfChange } from "#areas/projects/projects.ui.tsx";
import { ApprovalPanel, RecordSignatures } from "#areas/workflow/workflow.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { Signings } from "../contract/Signings.tsx";
import { changeCycle, changeCourse, changeStatuses } from "./change.labels.ts";
import type { ChangeDetail } from "./change.model.ts";
import { ChangeFacts, InItsWay, MoreAndLess } from "./ChangePanels.tsx";
import { GrowthStrip } from "./GrowthStrip.tsx";

const ReviewDialog = dialogOnDemand(async () => (await import("./ChangeDialogs.tsx")).ReviewDialog);
const PriceDialog = dialogOnDemand(async () => (await import("./ChangeDialogs.tsx")).PriceDialog);
const FundsDialog = dialogOnDemand(async () => (await import("./ChangeDialogs.tsx")).FundsDialog);
const DecisionDialog = dialogOnDemand(
  async () => (await import("./ChangeDialogs.tsx")).DecisionDialog,
);
const SignDialog = dialogOnDemand(
  async () => (await import("../contract/SignDialog.tsx")).SignDialog,
);
const AskSignatures = dialogOnDemand(
  async () => (await import("#areas/workflow/workflow.ui.tsx")).AskSignatures,
);
const look = { statuses: changeStatuses, course: changeCourse, actions: changeCycle.actions };
const own = ["review", "price", "checkFunds", "sign"] as const;
type Open = (typeof own)[number] | "decision" | "ask";

const extraOf = (c: ChangeDetail, open: (what: Open) => void, mayAsk: boolean): ExtraAction[] => [
  ...own.flatMap((name): ExtraAction[] => {
    const action = c.actions.find((each) => each.name === name);
    return action
      ? [
          {
            label: name === "price" && c.status === "priced" ? "Price anew" : action.label,
            onSelect: () => open(name),
            reason: action.enabled ? null : action.reason,
            ...(name === "price" && c.status === "priced" ? {} : { tone: "primary" as const }),
          },
        ]
      : [];
  }),
  ...(c.canRecordDecision && c.beyond.length > 0
    ? [
        {
          label: "Record the body's decision",
          icon: <Gavel aria-hidden="true" />,
          onSelect: () => open("decision"),
        },
      ]
    : []),
  ...(mayAsk && c.status === "approved"
    ? [
        {
          label: "Ask for signatures",
          icon: <Signature aria-hidden="true" />,
          onSelect: () => open("ask"),
          tone: "primary" as const,
        },
      ]
    : []),
  ...(c.canEdit
    ? [
        {
          label: "Edit",
          icon: <Pencil aria-hidden="true" />,
          to: pathTo("changeOrderEdit", { id: c.id }),
        },
      ]
    : []),
];

const tabs = [
  {
    id: "change",
    label: "Change",
    content: (c: ChangeDetail) => (
      <>
        <InItsWay change={c} />
        <Panel title="More and less" flush>
          <MoreAndLess lines={c.lines} sums={c} />
        </Panel>
        {c.days !== 0 && <SlipOfChange changeId={c.id} />}
        <ChangeFacts change={c} />
      </>
    ),
  },
  {
    id: "documents",
    label: "Documents",
    content: (c: ChangeDetail) => (
      <>
        <RecordSignatures sourceType="changeOrder" sourceId={c.id} />
        <Signings signings={c.signings} />
        <Attachments objectType="changeOrder" objectId={c.id} />
      </>
    ),
  },
  {
    id: "approvals",
    label: "Approvals",
    content: (c: ChangeDetail) =>
      c.approvalId ? (
        <ApprovalPanel approvalId={c.approvalId} />
      ) : (
        <Panel title="Approvals">
          <p className="text-t2">Not submitted yet.</p>
        </Panel>
      ),
  },
];

type Shown = { what: Open; change: ChangeDetail; onClose: () => void };

function OpenDialog({ what, change, onClose }: Shown) {
  if (what === "review") return <ReviewDialog change={change} onClose={onClose} />;
  if (what === "price") return <PriceDialog change={change} onClose={onClose} />;
  if (what === "checkFunds") return <FundsDialog change={change} onClose={onClose} />;
  if (what === "decision") return <DecisionDialog change={change} onClose={onClose} />;
  if (what === "ask")
    return <AskSignatures sourceType="changeOrder" sourceId={change.id} onClose={onClose} />;
  return (
    <SignDialog
      path="/api/v1/change-orders"
      record={change}
      then={`${change.contract} changes at once: its ceiling is ${formatCents(change.ceilingNow + change.net)} then.`}
      onClose={onClose}
    />
  );
}

/** One change order: more and less, how it was judged, and what its contract has grown by. */
export default function ChangePage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [open, setOpen] = useState<{ what: Open; change: ChangeDetail } | null>(null);
  return (
    <>
      <RecordPage<ChangeDetail>
        path="/api/v1/change-orders"
        id={id}
        lifecycle={look}
        title={(c) => c.title}
        subtitle={(c) => (
          <>
            <Link to={pathTo("contract", { id: c.contractId })}>{c.contract}</Link> · {c.vendor}
          </>
        )}
        amountCents={(c) => c.net}
        amountNote={(c) => `${formatCents(c.increase)} more, ${formatCents(c.decrease)} less`}
        ownActions={own}
        extraActions={(c) =>
          extraOf(c, (what) => setOpen({ what, change: c }), can("contract.edit"))
        }
        tabs={tabs}
        rail={(c) => (
          <Panel title={`Growth of ${c.contract}`}>
            <GrowthStrip growth={c.growth} />
          </Panel>
        )}
      />
      {open && <OpenDialog {...open} onClose={() => setOpen(null)} />}
    </>
  );
}
