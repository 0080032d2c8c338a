import { MailQuestion, TriangleAlert, UserPlus, UserX } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import type { MenuEntry } from "#web/kit/overlays.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { AwardPanel } from "../award/AwardPanel.tsx";
import { AwardTab } from "../award/AwardTab.tsx";
import { ChecksTab } from "./ChecksTab.tsx";
import { ConsensusTab } from "./ConsensusTab.tsx";
import { DeparturePanel } from "./DeparturePanel.tsx";
import { evaluationCourse, evaluationStatuses } from "./evaluation.labels.ts";
import type { EvaluationDetail } from "./evaluation.model.ts";
import { Gate } from "./Gate.tsx";
import { MemoTab } from "./MemoTab.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { BidsTab, People, Rounds, useEvaluationAction } from "./Panels.tsx";
import { PriceTab } from "./PriceTab.tsx";
import { ScoresTab } from "./ScoresTab.tsx";

const AskFinalOffers = dialogOnDemand(
  async () => (await import("../final-offer/AskFinalOffers.tsx")).AskFinalOffers,
);
const RoundDialog = dialogOnDemand(async () => (await import("./RoundDialog.tsx")).RoundDialog);
const AddPerson = dialogOnDemand(async () => (await import("./AddPerson.tsx")).AddPerson);

const look = { statuses: evaluationStatuses, course: evaluationCourse };
type Tab = RecordTab<EvaluationDetail>;
const tab = (id: string, label: string, content: Tab["content"], count?: Tab["count"]): Tab => ({
  id,
  label,
  content: (e) => (e.gate === "open" ? content(e) : <Gate e={e} />),
  ...(count ? { count } : {}),
});
const tabs: readonly Tab[] = [
  tab(
    "bidders",
    "Bidders",
    (e) => <BidsTab bids={e.content!.bids} />,
    (e) => e.content?.bids.length,
  ),
  tab("checks", "Responsiveness", (e) => <ChecksTab e={e} />),
  tab("scores", "My scores", (e) => <ScoresTab key={String(e.mySubmitted)} e={e} />),
  tab("consensus", "Consensus", (e) => <ConsensusTab e={e} />),
  tab("price", "Price", (e) => <PriceTab e={e} />),
  tab("award", "Scenarios", (e) => <AwardTab e={e} />),
  tab("memo", "Memo", (e) => <MemoTab e={e} />),
  {
    id: "protest",
    label: "Award and protest",
    content: (e) => (e.gate === "open" || e.awardId ? <AwardPanel e={e} /> : <Gate e={e} />),
  },
];

type Asked = { e: EvaluationDetail; what: "recuse" | "add" | "interview" | "offers" };
const joining = new Set(["setup", "declarations", "individual_scoring"]);
const substituting = new Set(["locked", "consensus", "price_opened"]);
const mayAsk = (e: EvaluationDetail) =>
  e.myRole === "chair" &&
  e.canManage &&
  (e.status === "price_opened" || e.status === "ranked") &&
  !e.content?.finalRounds.some((round) => !round.openedAt && !round.endedAt);
const maySubstitute = (e: EvaluationDetail) =>
  e.panelShort !== null &&
  (e.canManage || e.myRole === "coordinator") &&
  substituting.has(e.status);

const shortTexts: Readonly<Partial<Record<EvaluationDetail["status"], readonly [string, string]>>> =
  {
    ranked: ["The course has stopped", "Go back to the prices first; then name a substitute."],
    recommended: [
      "The panel is no longer whole",
      "Nobody is substituted after the signature. Whoever approves decides: approve it as it was signed, or return it; then go back to the prices and name a substitute.",
    ],
    approved: [
      "The panel is no longer whole",
      "Nobody is substituted after the approval. The intent can be posted as it was approved; withdrawing it then begins the evaluation anew.",
    ],
  };

/** Why the course has stopped, and the way on. */
function Stopped({ e, onName }: { e: EvaluationDetail; onName: () => void }) {
  if (!e.panelShort) return null;
  const [title, text] = shortTexts[e.status] ?? [
    "The course has stopped",
    "Nothing moves until a substitute is named, has declared and has scored.",
  ];
  return (
    <Panel
      title={
        <span className="inline-flex items-center gap-2 text-warning">
          <TriangleAlert aria-hidden="true" className="size-4" />
          {title}
        </span>
      }
    >
      <p>{e.panelShort}</p>
      <p className="mt-2 text-t2">{text}</p>
      {maySubstitute(e) && (
        <p className="mt-3">
          <button type="button" className="btn" onClick={onName}>
            Name a substitute
          </button>
        </p>
      )}
    </Panel>
  );
}

function Asking({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { post } = useEvaluationAction(asked.e.id);
  const late = asked.e.status === "approved";
  if (asked.what === "recuse")
    return (
      <TextDialog
        title={late ? "Tell of a conflict" : "Step out of this evaluation"}
        hint={
          late
            ? "The recommendation is approved. Those who approve hear of it and decide whether the intent is withdrawn."
            : "You see nothing of it afterwards, and the quorum is counted again."
        }
        label="Reason"
        confirm={late ? "Tell them" : "Step out"}
        least={5}
        onClose={onClose}
        onConfirm={(reason) =>
          post("recuse", { reason }, late ? "They were told" : "You are recused", onClose)
        }
      />
    );
  if (asked.what === "add") return <AddPerson e={asked.e} onClose={onClose} />;
  if (asked.what === "offers") return <AskFinalOffers e={asked.e} onClose={onClose} />;
  return <RoundDialog e={asked.e} onClose={onClose} />;
}

/**
 * An evaluation: who takes part, what they read and score, what it comes to, and what became of it.
 */
export default function EvaluationPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [asked, setAsked] = useState<Asked | null>(null);
  const menu = (e: EvaluationDetail): MenuEntry[] => {
    const entry = (
      what: Asked["what"],
      label: string,
      icon = <UserPlus aria-hidden="true" />,
    ): MenuEntry => ({ label, icon, onSelect: () => setAsked({ e, what }) });
    return [
      ...((e.canManage || (e.myRole === "coordinator" && can("evaluation.manage"))) &&
      joining.has(e.status)
        ? [entry("add", "Name another evaluator")]
        : []),
      ...(maySubstitute(e) ? [entry("add", "Name a substitute")] : []),
      ...(e.canManage && e.status === "individual_scoring"
        ? [entry("interview", "Record an interview")]
        : []),
      ...(mayAsk(e)
        ? [entry("offers", "Ask for best and final offers", <MailQuestion aria-hidden="true" />)]
        : []),
      ...(e.myRole && e.gate !== "recused" && e.status !== "ended"
        ? [
            entry(
              "recuse",
              e.status === "approved" ? "Tell of a conflict" : "Step out (recuse)",
              <UserX aria-hidden="true" />,
            ),
          ]
        : []),
    ];
  };
  return (
    <>
      <RecordPage<EvaluationDetail>
        path="/api/v1/evaluations"
        id={id}
        lifecycle={look}
        title={(e) => e.title}
        subtitle={(e) => (
          <>
            <Link className="mono text-link" to={pathTo("solicitation", { id: e.solicitationId })}>
              {e.solicitationNumber}
            </Link>
            {e.round > 1 && `, round ${e.round}`}
            {e.scored ? "" : ", decided by price"}
          </>
        )}
        owner={(e) => e.coordinator}
        menu={menu}
        tabs={tabs}
        rail={(e) => (
          <>
            <Stopped e={e} onName={() => setAsked({ e, what: "add" })} />
            <DeparturePanel departure={e.content?.departure} />
            <People e={e} />
            {e.content && <Rounds e={e} />}
            {e.gate === "open" && e.myRole === null && (
              <Panel title="You took no part">
                <p className="text-t2">You read it to decide on its recommendation.</p>
              </Panel>
            )}
          </>
        )}
      />
      {asked && <Asking asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
