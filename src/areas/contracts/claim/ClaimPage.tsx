import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { ApprovalPanel, RecordDeadlines } from "#areas/workflow/workflow.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { claimCycle, claimCourse, claimStatuses } from "./claim.labels.ts";
import type { ClaimDetail } from "./claim.model.ts";
import { ClaimFacts, Flags, Issues } from "./ClaimPanels.tsx";
import { Notes } from "./Notes.tsx";

const own = ["submit", "assess", "decide", "appeal", "settle"] as const;
type Own = (typeof own)[number];
const dialogs = {
  submit: dialogOnDemand(async () => (await import("./ClaimDialogs.tsx")).SubmitDialog),
  assess: dialogOnDemand(async () => (await import("./ClaimDialogs.tsx")).AssessDialog),
  decide: dialogOnDemand(async () => (await import("./ClaimDialogs.tsx")).DecideDialog),
  appeal: dialogOnDemand(async () => (await import("./ClaimDialogs.tsx")).AppealDialog),
  settle: dialogOnDemand(async () => (await import("./ClaimDialogs.tsx")).SettleDialog),
};
const look = { statuses: claimStatuses, course: claimCourse, actions: claimCycle.actions };

const extraOf = (c: ClaimDetail, open: (what: Own) => void): ExtraAction[] =>
  own.flatMap((name) => {
    const action = c.actions.find((each) => each.name === name);
    return action
      ? [
          {
            label: action.label,
            onSelect: () => open(name),
            reason: action.enabled ? null : action.reason,
            ...(action.tone === "primary" ? { tone: "primary" as const } : {}),
          },
        ]
      : [];
  });

const tabsFor = (readsNotes: boolean): RecordTab<ClaimDetail>[] => [
  {
    id: "claim",
    label: "Claim",
    content: (c) => (
      <>
        <Flags claim={c} />
        <Issues claim={c} />
        <ClaimFacts claim={c} />
        {c.approvalId && <ApprovalPanel approvalId={c.approvalId} />}
      </>
    ),
  },
  ...(readsNotes
    ? [
        {
          id: "counsel",
          label: "Counsel's notes",
          content: (c: ClaimDetail) => <Notes claimId={c.id} />,
        },
      ]
    : []),
  {
    id: "documents",
    label: "Documents",
    content: (c) => (
      <>
        <Attachments objectType="claim" objectId={c.id} />
        <Comments objectType="claim" objectId={c.id} />
      </>
    ),
  },
];

/** One claim: its points, its clocks, what was decided and settled. */
export default function ClaimPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [open, setOpen] = useState<{ what: Own; claim: ClaimDetail } | null>(null);
  const Open = open ? dialogs[open.what] : null;
  return (
    <>
      <RecordPage<ClaimDetail>
        path="/api/v1/claims"
        id={id}
        lifecycle={look}
        title={(c) => c.title}
        subtitle={(c) => (
          <>
            <Link to={pathTo("contract", { id: c.contractId })}>{c.contract}</Link> · {c.vendor}
          </>
        )}
        amountCents={(c) => c.settled ?? c.claimed}
        amountNote={(c) =>
          c.settled === null ? "claimed" : c.settledOn ? "settled" : "proposed as the settlement"
        }
        ownActions={own}
        extraActions={(c) => extraOf(c, (what) => setOpen({ what, claim: c }))}
        tabs={tabsFor(can("claimNote.read"))}
        rail={(c) => <RecordDeadlines sourceId={c.id} />}
      />
      {open && Open && <Open claim={open.claim} onClose={() => setOpen(null)} />}
    </>
  );
}
