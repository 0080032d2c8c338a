import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { payStatuses } from "../pay/pay.labels.ts";
import { PortalExtensions } from "../schedule/extension/PortalExtensions.tsx";
import { PortalSchedule } from "../schedule/exchange/PortalSchedule.tsx";
import { PortalSubmittals } from "../submittal/PortalSubmittals.tsx";
import type { ContractorProject, ContractorQuestion } from "./contractor.model.ts";
import { actLabels, type ContractorAct } from "./acts.ts";
import { rfiStatuses } from "./rfi.labels.ts";
import { Turns } from "./Turns.tsx";
import { impactInWords } from "./words.ts";

const AskDialog = dialogOnDemand(async () => (await import("./PortalDialogs.tsx")).AskDialog);
const SayDialog = dialogOnDemand(async () => (await import("./PortalDialogs.tsx")).SayDialog);

type Say = (q: ContractorQuestion, act: ContractorAct) => void;

function Question({ q, onSay }: { q: ContractorQuestion; onSay: Say }) {
  return (
    <Panel
      level="h3"
      title={`${q.number} ${q.title}`}
      aside={
        <span className="flex items-center gap-3">
          {q.status === "open" && q.dueOn && <DeadlineClock deadline={q.dueOn} short />}
          <StatusBadge statuses={rfiStatuses} status={q.status} />
        </span>
      }
    >
      <div className="grid gap-4">
        <Facts
          rows={[
            [
              "Asked by",
              [q.askedByName, q.askedOn && formatDate(q.askedOn)].filter(Boolean).join(", "),
            ],
            ["Drawing or specification", q.reference],
            ["Place or station", q.place],
            ["Proposed answer", q.proposedAnswer],
            ["Changes", impactInWords(q)],
          ]}
        />
        <Turns turns={q.turns} />
        {q.may.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {q.may.map((act) => (
              <button key={act} type="button" className="btn" onClick={() => onSay(q, act)}>
                {actLabels[act]}
              </button>
            ))}
          </div>
        )}
      </div>
    </Panel>
  );
}

function Applications({ project: p }: { project: ContractorProject }) {
  if (p.applications.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2>Applications for payment</h2>
      <ul className="panel">
        {p.applications.map((a) => (
          <li
            key={a.id}
            className="flex flex-wrap items-baseline gap-3 border-b border-hair px-4 py-3 last:border-0"
          >
            <Link
              className="mono"
              to={pathTo("portalOrder", { orgId: p.orgId, id: a.purchaseOrderId })}
            >
              {a.number}
            </Link>
            <span className="min-w-0 flex-1 text-t2">
              Work to {formatDate(a.periodTo)}
              {a.status === "returned" && a.statusReason && `: ${a.statusReason}`}
            </span>
            <StatusBadge statuses={payStatuses} status={a.status} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const isTurn = (q: ContractorQuestion): boolean => q.court === "contractor";

function Found({ project: p }: { project: ContractorProject }) {
  const [turn, late] = [
    p.questions.filter(isTurn).length,
    p.applications.filter(({ status }) => status === "returned").length,
  ];
  return (
    <Finding
      parts={[
        ...(turn > 0
          ? [{ text: `${counted(turn, "question waits", "questions wait")} for you` }]
          : []),
        ...(p.toSubmit > 0
          ? [{ text: `${counted(p.toSubmit, "submittal is", "submittals are")} yours to submit` }]
          : []),
        ...(late > 0
          ? [{ text: `${counted(late, "application is", "applications are")} returned to you` }]
          : []),
      ]}
      none="Nothing of this project waits for you."
    />
  );
}

function Body({ project: p }: { project: ContractorProject }) {
  const [said, setSaid] = useState<{
    orgId: string;
    q: ContractorQuestion;
    act: ContractorAct;
  } | null>(null);
  return (
    <div className="stack">
      <Found project={p} />
      <section className="grid gap-3">
        <h2>Questions</h2>
        {p.closed && <p className="text-t2">{p.closed}</p>}
        {p.questions.length === 0 && <p className="text-t2">Nothing was asked yet.</p>}
        {p.questions.map((q) => (
          <Question key={q.id} q={q} onSay={(of, act) => setSaid({ orgId: p.orgId, q: of, act })} />
        ))}
      </section>
      <PortalSubmittals project={p} />
      <PortalSchedule project={p} />
      <PortalExtensions project={p} />
      <Applications project={p} />
      {said && <SayDialog of={said} onClose={() => setSaid(null)} />}
    </div>
  );
}

/** A project as its contractor sees it: what waits for it, questions, applications. */
export default function PortalProjectPage() {
  const { orgId = "", id = "" } = useParams();
  const [asking, setAsking] = useState(false);
  const read = useGet<ContractorProject>(
    "vendor-projects",
    `/api/v1/vendor-projects/${orgId}/${id}`,
  );
  if (read.isPending) return <RecordSkeleton />;
  if (!read.data)
    return (
      <ErrorPanel error={read.error} what="This project" onRetry={() => void read.refetch()} />
    );
  const p = read.data;
  return (
    <PortalFrame
      title={`${p.number} ${p.name}`}
      sub={p.agency}
      actions={
        p.closed === null && (
          <button type="button" className="btn btn-primary" onClick={() => setAsking(true)}>
            Ask a question
          </button>
        )
      }
    >
      <Body project={p} />
      {asking && <AskDialog project={p} onClose={() => setAsking(false)} />}
    </PortalFrame>
  );
}
