import { useState } from "react";
import { CircleAlert } from "lucide-react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useJobs } from "#web/kit/JobsTray.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { CapitalNav } from "../CapitalNav.tsx";
import { planGateTitle } from "../plan/gate.labels.ts";
import { PlanYears } from "./PlanYears.tsx";
import { scenarioCycle, scenarioStatuses } from "./scenario.labels.ts";
import type { ScenarioDetail } from "./scenario.model.ts";

const dialogs = {
  change: dialogOnDemand(async () => (await import("./ScenarioDialog.tsx")).ScenarioDialog),
  adopt: dialogOnDemand(async () => (await import("../plan/AdoptPlanDialog.tsx")).AdoptPlanDialog),
};
const look = {
  statuses: scenarioStatuses,
  course: scenarioCycle.course,
  actions: scenarioCycle.actions,
};
const points = (score: number) => (score / 100).toFixed(2);
const money = (cents: number) => formatCents(cents, { symbol: false });

/** Whether a plan of this scenario is being worked out now, also after the page was loaded again. */
const useWorking = (id: string): boolean =>
  (useJobs(true).data?.items ?? []).some(
    (job) =>
      (job.state === "queued" || job.state === "running") &&
      job.resultPath === pathTo("capitalScenario", { id }),
  );

function Proof({ of }: { of: ScenarioDetail }) {
  const { answer } = of;
  const working = useWorking(of.id);
  if (!answer)
    return (
      <p className="text-t2" role="status">
        {working
          ? "It is being worked out. The plan stands here when it is found."
          : "Not worked out yet. What is scored by then takes part."}
      </p>
    );
  if (answer.status === "infeasible")
    return (
      <p role="alert">
        No plan keeps this: {answer.conflict.join(", ") || "the pins"} cannot hold together. Lift
        one of them.
      </p>
    );
  const gain = answer.score - answer.byRank;
  return (
    <div>
      <p>
        {answer.status === "optimal"
          ? `Proven: no other plan within the ceilings scores more than ${points(answer.score)}.`
          : `The time was over: this plan scores ${points(answer.score)}, and none can score more than ${points(answer.bound)} (a gap of ${points(answer.bound - answer.score)}).`}
      </p>
      <p>
        Funding down the ranked list would score {points(answer.byRank)}:{" "}
        {gain > 0 ? `the plan gains ${points(gain)}.` : "the plan scores as much."}
      </p>
      <p>
        What is weighed: each project&apos;s score, less {of.waitPercent} % for every year that it
        waits (twice where its condition is poor, four times where it fails), what waiting costs as
        a share of its cost, and {of.latePercent} % for every year past the year in which it is
        needed. Of plans that are worth the same, the earlier one stands. The proof is of this sum.
      </p>
      <p className="text-13 text-t2">
        {answer.chosen.length} projects in, {answer.out.length} out; {answer.nodes} branches,{" "}
        {answer.seconds} seconds with everything solved again.{" "}
        {answer.proof === "solver"
          ? "The bound is the solver's, within its tolerance; the plan and its payments are checked in whole cents."
          : "Each bound is worked out in whole numbers."}
      </p>
    </div>
  );
}

function Prices({ of }: { of: ScenarioDetail }) {
  const { answer, question } = of;
  if (!answer || !question || answer.status === "infeasible") return null;
  const source = (id: string) => question.sources.find((s) => s.id === id)?.name ?? "";
  const project = (id: string) => question.projects.find((p) => p.id === id);
  return (
    <div className="stack">
      <Panel title="What a tenth more of a ceiling would bring" flush>
        <LineTable
          label="Ceilings"
          lines={answer.raises.toSorted((a, b) => (b.gain ?? -1) - (a.gain ?? -1))}
          keyOf={(r) => `${r.sourceId} ${r.year}`}
          parts={[
            { label: "Ceiling", as: "title", cell: (r) => `${source(r.sourceId)}, ${r.year}` },
            { label: "More, $", cell: (r) => money(r.byCents) },
            {
              label: "Score",
              as: "amount",
              cell: (r) =>
                r.gain === null
                  ? "not proven in time"
                  : r.gain === 0
                    ? "nothing"
                    : `+${points(r.gain)}`,
            },
          ]}
        />
      </Panel>
      {answer.pinCosts.length > 0 && (
        <Panel title="What each pin costs">
          <ul className="grid gap-1">
            {answer.pinCosts.map((p) => (
              <li key={p.requestId}>
                {project(p.requestId)?.number} {project(p.requestId)?.title}:{" "}
                {p.cost === null
                  ? "not proven in time"
                  : p.cost === 0
                    ? "nothing"
                    : `${points(p.cost)} of score`}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}

function Out({ of }: { of: ScenarioDetail }) {
  const { answer, question } = of;
  if (!answer || !question) return null;
  if (answer.out.length === 0) return <p className="text-t2">Every request is in the plan.</p>;
  return (
    <LineTable
      label="Requests that are out"
      lines={answer.out}
      keyOf={(o) => o.id}
      parts={[
        {
          label: "Request",
          as: "title",
          cell: (o) => {
            const p = question.projects.find((each) => each.id === o.id);
            return (
              <Link to={pathTo("capitalRequest", { id: o.id })}>
                {p?.number} {p?.title}
              </Link>
            );
          },
        },
        { label: "Why it is out", words: true, cell: (o) => o.why },
        {
          label: "Score",
          as: "amount",
          cell: (o) => points(question.projects.find((p) => p.id === o.id)?.score ?? 0),
        },
      ]}
    />
  );
}

function ScenarioFacts({ of }: { of: ScenarioDetail }) {
  const rows: [string, React.ReactNode][] = [
    ["Years", `${of.firstYear} to ${of.firstYear + of.years - 1}`],
    ["Made by", of.madeBy],
    ["Pinned", of.pins.length || null],
    ["Barred", of.bars.length || null],
    ["Decided on", of.decidedOn && formatDate(of.decidedOn)],
    ["Resolution", of.resolution],
    ["Entered by", of.decidedBy],
  ];
  return (
    <Panel title="About it">
      <Facts rows={rows} />
    </Panel>
  );
}

function Gate({ of }: { of: ScenarioDetail }) {
  if (of.status === "adopted" || of.status === "discarded" || of.gate.length === 0) return null;
  return (
    <Panel title={planGateTitle(of.gate)}>
      <ul className="checks">
        {of.gate.map((f) => (
          <li key={f.sentence} className={f.kind === "stops" ? "tone-danger" : "tone-warning"}>
            <CircleAlert aria-hidden="true" />
            <span>{f.sentence}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** A scenario: the proven plan, what each ceiling is worth, why each project is out. */
export default function ScenarioPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [open, setOpen] = useState<{ what: "change" | "adopt"; of: ScenarioDetail } | null>(null);
  const solve = useMutationAction("capital-scenarios", "job");
  const working = useWorking(id) || solve.isPending;
  const work = async (of: ScenarioDetail) => {
    try {
      await solve.mutateAsync({
        path: `/api/v1/capital-scenarios/${of.id}/solve`,
        version: of.version,
      });
      notify.done("It is being worked out", "The plan stands here when it is found.");
    } catch (error) {
      notify.failed("It was not worked out", error);
    }
  };
  const Open = open ? dialogs[open.what] : null;
  return (
    <>
      <CapitalNav />
      <RecordPage<ScenarioDetail>
        path="/api/v1/capital-scenarios"
        id={id}
        lifecycle={look}
        title={(s) => s.name}
        ownActions={["adopt"]}
        extraActions={(s) => {
          const adopt = s.actions.find((a) => a.name === "adopt");
          const edits = can("capital.edit") && (s.status === "draft" || s.status === "solved");
          return [
            ...(edits
              ? [
                  { label: "Change", onSelect: () => setOpen({ what: "change", of: s }) },
                  {
                    label: "Work it out",
                    ...(s.status === "draft" ? { tone: "primary" as const } : {}),
                    reason: working ? "It is being worked out." : null,
                    onSelect: () => void work(s),
                  },
                ]
              : []),
            ...(adopt
              ? [
                  {
                    label: adopt.label,
                    tone: "primary" as const,
                    reason: adopt.enabled ? null : adopt.reason,
                    onSelect: () => setOpen({ what: "adopt", of: s }),
                  },
                ]
              : []),
          ];
        }}
        tabs={[
          {
            id: "plan",
            label: "Plan",
            content: (s) => (
              <div className="stack">
                <Gate of={s} />
                <Proof of={s} />
                <PlanYears of={s} />
              </div>
            ),
          },
          { id: "about", label: "About", content: (s) => <ScenarioFacts of={s} /> },
          { id: "ceilings", label: "Ceilings", content: (s) => <Prices of={s} /> },
          {
            id: "out",
            label: "Out",
            count: (s) => s.answer?.out.length,
            content: (s) => <Out of={s} />,
          },
        ]}
      />
      {Open && open && <Open of={open.of} onClose={() => setOpen(null)} />}
    </>
  );
}
