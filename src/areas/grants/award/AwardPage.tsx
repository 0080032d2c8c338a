import { HandCoins, Pencil, Scale } from "lucide-react";
import { useParams } from "react-router";
import { useBeginFlow } from "#areas/flows/flows.ui.tsx";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { EvidenceButton } from "#areas/governance/governance.ui.tsx";
import { DrawdownTable } from "../drawdown/DrawdownTable.tsx";
import { CashDays } from "../drawdown/CashDays.tsx";
import { CloseoutList } from "../closeout/CloseoutList.tsx";
import { MilestoneTable } from "../milestone/MilestoneTable.tsx";
import { ReportTable } from "../report/ReportTable.tsx";
import { RevisionTable } from "../revision/RevisionTable.tsx";
import { AwardMoney } from "./AwardMoney.tsx";
import { AwardTerms } from "./AwardTerms.tsx";
import {
  awardCourse,
  awardCycle,
  awardStatuses,
  standings,
  type Standing,
} from "./award.labels.ts";
import type { AwardDetail } from "./award.model.ts";

// One badge: what the list says of it, and the reasons that the page reads anew.
const standingOf = (w: AwardDetail): Standing =>
  w.standing !== "active" && w.standing !== "attention"
    ? w.standing
    : w.attention.length > 0
      ? "attention"
      : "active";

const spent = new Set(["active", "amended", "ended"]);
const extraOf = (w: AwardDetail, can: (p: "drawdown.prepare" | "grant.edit") => boolean) => {
  const actions: ExtraAction[] = [];
  if (spent.has(w.status) && can("drawdown.prepare"))
    actions.push({
      label: "Draw money",
      icon: <HandCoins aria-hidden="true" />,
      to: pathTo("drawdownNew", { id: w.id }),
    });
  if (w.status === "closed" && w.uncovered > 0 && can("drawdown.prepare"))
    actions.push({
      label: "Give money back",
      icon: <HandCoins aria-hidden="true" />,
      to: pathTo("drawdownNew", { id: w.id }),
    });
  if ((w.status === "active" || w.status === "amended") && can("grant.edit"))
    actions.push({
      label: "Revise",
      icon: <Scale aria-hidden="true" />,
      to: pathTo("revisionNew", { id: w.id }),
    });
  if (w.canEdit)
    actions.push({
      label: "Edit",
      icon: <Pencil aria-hidden="true" />,
      to: pathTo("awardEdit", { id: w.id }),
    });
  return actions;
};

/** One award: its money, its terms, and what was drawn, reported and revised. */
export default function AwardPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const flow = useBeginFlow("grantAward");
  return (
    <>
      <RecordPage<AwardDetail>
        path="/api/v1/grant-awards"
        id={id}
        lifecycle={{ statuses: awardStatuses, course: awardCourse, actions: awardCycle.actions }}
        badge={(w) => standings[standingOf(w)]}
        title={(w) => w.title}
        subtitle={(w) => [w.grantor, w.program, w.grantorNumber].filter(Boolean).join(" · ")}
        owner={(w) => w.owner}
        amountCents={(w) => w.amount}
        menu={flow.menu}
        extraActions={(w) => extraOf(w, can)}
        actionFields={{
          accept: (
            <label className="field">
              <span className="field-label">Code of the award in account strings</span>
              <input name="segmentCode" className="field-control" maxLength={20} required />
            </label>
          ),
        }}
        tabs={[
          { id: "money", label: "Money", content: (w) => <AwardMoney award={w} /> },
          { id: "terms", label: "Terms", content: (w) => <AwardTerms award={w} /> },
          {
            id: "drawdowns",
            label: "Drawdowns",
            content: (w) => (
              <>
                <DrawdownTable fixed={`awardId=${w.id}`} />
                <CashDays awardId={w.id} />
              </>
            ),
          },
          {
            id: "reports",
            label: "Reports",
            content: (w) => <ReportTable title="Reports" fixed={`awardId=${w.id}`} />,
          },
          {
            id: "milestones",
            label: "Milestones",
            content: (w) => <MilestoneTable awardId={w.id} />,
          },
          {
            id: "revisions",
            label: "Revisions",
            content: (w) => <RevisionTable fixed={`awardId=${w.id}`} />,
          },
          { id: "closeout", label: "Closeout", content: (w) => <CloseoutList awardId={w.id} /> },
          {
            id: "documents",
            label: "Documents",
            content: (w) => (
              <>
                <EvidenceButton ids={[w.id]} name={w.number} />
                <Attachments objectType="grantAward" objectId={w.id} />
              </>
            ),
          },
        ]}
      />
      {flow.dialog}
    </>
  );
}
