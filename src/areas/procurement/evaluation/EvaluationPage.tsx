import { UserPlus, UserX } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "../../../areas.ts";
import { useAuth } from "../../../web/auth/AuthProvider.tsx";
import { Combobox } from "../../../web/kit/form/Combobox.tsx";
import { Form } from "../../../web/kit/form/Form.tsx";
import { Dialog, type MenuEntry } from "../../../web/kit/overlays.tsx";
import { useMutationAction } from "../../../web/kit/queries.ts";
import { RecordPage, type RecordTab } from "../../../web/kit/record/RecordPage.tsx";
import { Panel } from "../../../web/kit/states.tsx";
import { AwardPanel } from "../award/AwardPanel.tsx";
import { AwardTab } from "../award/AwardTab.tsx";
import { ChecksTab } from "./ChecksTab.tsx";
import { ConsensusTab } from "./ConsensusTab.tsx";
import { evaluationCourse, evaluationStatuses } from "./evaluation.labels.ts";
import type { EvaluationDetail } from "./evaluation.model.ts";
import { Gate } from "./Gate.tsx";
import { MemoTab } from "./MemoTab.tsx";
import { BidsTab, People, Rounds, TextDialog, useEvaluationAction } from "./Panels.tsx";
import { PriceTab } from "./PriceTab.tsx";
import { RoundDialog } from "./RoundDialog.tsx";
import { ScoresTab } from "./ScoresTab.tsx";

const look = { statuses: evaluationStatuses, course: evaluationCourse };
type Tab = RecordTab<EvaluationDetail>;
const tab = (id: string, label: string, content: Tab["content"], count?: Tab["count"]): Tab => ({ id, label, content: (e) => (e.gate === "open" ? content(e) : <Gate e={e} />), ...(count ? { count } : {}) });
const tabs: readonly Tab[] = [
  tab("bidders", "Bidders", (e) => <BidsTab bids={e.content!.bids} />, (e) => e.content?.bids.length),
  tab("checks", "Responsiveness", (e) => <ChecksTab e={e} />), tab("scores", "My scores", (e) => <ScoresTab key={String(e.mySubmitted)} e={e} />), tab("consensus", "Consensus", (e) => <ConsensusTab e={e} />),
  tab("price", "Price", (e) => <PriceTab e={e} />), tab("award", "Scenarios", (e) => <AwardTab e={e} />), tab("memo", "Memo", (e) => <MemoTab e={e} />),
  { id: "protest", label: "Award and protest", content: (e) => (e.gate === "open" || e.awardId ? <AwardPanel e={e} /> : <Gate e={e} />) },
];

type Person = { id: string; name: string };
function AddPerson({ e, onClose }: { e: EvaluationDetail; onClose: () => void }) {
  const save = useMutationAction("evaluations");
  return (
    <Dialog open onOpenChange={(open) => { if (!open) onClose(); }} title="Name another evaluator" description="They declare their interests before anything is shown to them.">
      <Form<{ personId: string }> formKey={null} defaultValues={{ personId: "" }} submitLabel="Add" onCancel={onClose} onSubmit={async ({ personId }) => { await save.mutateAsync({ path: `/api/v1/evaluations/${e.id}/actions/add-member`, body: { personId, role: "evaluator", scoring: true } }); onClose(); }}>
        <Combobox<Person> name="personId" label="Person" required path="/api/v1/members" itemLabel={(person) => person.name} />
      </Form>
    </Dialog>
  );
}

type Asked = { e: EvaluationDetail; what: "recuse" | "add" | "interview" | "best_and_final" };
const joining = new Set(["setup", "declarations", "individual_scoring"]);

function Asking({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { post } = useEvaluationAction(asked.e.id);
  if (asked.what === "recuse") return <TextDialog title="Step out of this evaluation" hint="You see nothing of it afterwards, and the quorum is counted again." label="Reason" confirm="Step out" least={5} onClose={onClose} onConfirm={(reason) => post("recuse", { reason }, "You are recused", onClose)} />;
  if (asked.what === "add") return <AddPerson e={asked.e} onClose={onClose} />;
  return <RoundDialog e={asked.e} kind={asked.what} onClose={onClose} />;
}

/** An evaluation: who takes part, what they read and score, what it comes to, and what became of it. */
export default function EvaluationPage() {
  const { id = "" } = useParams(), { can } = useAuth(), [asked, setAsked] = useState<Asked | null>(null);
  const menu = (e: EvaluationDetail): MenuEntry[] => {
    const entry = (what: Asked["what"], label: string, icon = <UserPlus aria-hidden="true" />): MenuEntry => ({ label, icon, onSelect: () => setAsked({ e, what }) });
    return [
      ...((e.canManage || (e.myRole === "coordinator" && can("evaluation.manage"))) && joining.has(e.status) ? [entry("add", "Name another evaluator")] : []),
      ...(e.canManage && e.status === "individual_scoring" ? [entry("interview", "Record an interview")] : []), ...(e.canManage && e.status === "price_opened" ? [entry("best_and_final", "Record a best and final offer")] : []),
      ...(e.myRole && e.gate !== "recused" && e.status !== "ended" ? [entry("recuse", "Step out (recuse)", <UserX aria-hidden="true" />)] : []),
    ];
  };
  return (
    <>
      <RecordPage<EvaluationDetail> path="/api/v1/evaluations" id={id} lifecycle={look} title={(e) => e.title} subtitle={(e) => <><Link className="mono text-link" to={pathTo("solicitation", { id: e.solicitationId })}>{e.solicitationNumber}</Link>{e.round > 1 && `, round ${e.round}`}{e.scored ? "" : ", decided by price"}</>} owner={(e) => e.coordinator} menu={menu} tabs={tabs}
        rail={(e) => <><People e={e} />{e.content && <Rounds e={e} />}{e.gate === "open" && e.myRole === null && <Panel title="You took no part"><p className="text-t2">You read it to decide on its recommendation.</p></Panel>}</>} />
      {asked && <Asking asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
