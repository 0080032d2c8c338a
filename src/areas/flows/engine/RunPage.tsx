import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import type { Logic } from "#kernel/logic/logic.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { nounOfGraph } from "../definition/flow.labels.ts";
import type { FlowParts } from "../definition/flow.model.ts";
import { fieldsOf, ruleWords, valueWords } from "../definition/words.labels.ts";
import { LazyCanvas } from "../designer/LazyCanvas.tsx";
import { Outline } from "../designer/Outline.tsx";
import { RunWebhooks } from "./RunWebhooks.tsx";
import { runCycle, runStatuses, stepStates, waitsForLabels } from "../run/run.labels.ts";
import type { RunDetail, RunStep } from "../run/run.model.ts";

const useParts = (): FlowParts | undefined =>
  useGet<FlowParts>("flow-parts", "/api/v1/flow-parts").data;

function Place({ run }: { run: RunDetail }) {
  const parts = useParts();
  const noun = nounOfGraph(run);
  const ended = run.status === "completed" || run.status === "cancelled";
  const been = run.steps.filter((step) => step.state !== "waiting");
  const here = ended ? {} : { [run.node]: "stands here" };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Outline
        graph={run}
        parts={parts}
        noun={noun}
        selected={ended ? null : run.node}
        marks={{
          ...Object.fromEntries(
            been.map((step) => [step.node, stepStates[step.state].label.toLowerCase()]),
          ),
          ...here,
        }}
      />
      <LazyCanvas
        graph={run}
        fields={fieldsOf(parts, noun)}
        selected={null}
        looks={{
          ...Object.fromEntries(been.map((step) => [step.node, "been" as const])),
          ...(ended ? {} : { [run.node]: "here" as const }),
        }}
      />
    </div>
  );
}

function Why({ step, run }: { step: RunStep; run: RunDetail }) {
  const parts = useParts();
  const fields = fieldsOf(parts, nounOfGraph(run));
  const values = step.detail.values as Record<string, unknown> | undefined;
  const rule = (step.detail.rule as Logic | undefined) ?? null;
  if (!values) return null;
  return (
    <p className="text-13 text-t2">
      {rule === null ? "No other way held" : `Because ${ruleWords(rule, fields)}`}. It read:{" "}
      {Object.entries(values)
        .map(([name, value]) => {
          const field = fields.find((each) => each.name === name);
          return `${field?.label ?? name} ${valueWords(value, field)}`;
        })
        .join(", ")}
      .
    </p>
  );
}

function Steps({ run }: { run: RunDetail }) {
  const { timeZone } = useAgency();
  return (
    <ol className="grid gap-4" aria-label="What the run did">
      {run.steps.map((step) => (
        <li key={step.id} className="grid gap-1">
          <div className="flex flex-wrap items-center gap-3">
            <strong>{step.label}</strong>
            <StatusBadge statuses={stepStates} status={step.state} />
            <span className="text-12 text-t3">{formatInstant(step.beganAt, timeZone)}</span>
          </div>
          <p>{step.told}</p>
          <Why step={step} run={run} />
        </li>
      ))}
    </ol>
  );
}

function Waiting({ run }: { run: RunDetail }) {
  const { timeZone } = useAgency();
  const until = run.waitsUntil && formatInstant(run.waitsUntil, timeZone);
  return (
    <Panel title="Where it stands">
      <Facts>
        <Fact label="Workflow">
          {run.flow}, version {run.versionNo}
        </Fact>
        {run.objectNumber && (
          <Fact label="About">
            {run.recordHref ? (
              <Link className="mono" to={run.recordHref}>
                {run.objectNumber}
              </Link>
            ) : (
              run.objectNumber
            )}
          </Fact>
        )}
        <Fact label="Begun by">{run.starterName}</Fact>
        {run.waitsFor && (
          <Fact label="Waits for">
            {run.approvalId ? (
              <Link to={pathTo("approval", { id: run.approvalId })}>
                {waitsForLabels[run.waitsFor]}
              </Link>
            ) : (
              waitsForLabels[run.waitsFor]
            )}
            {run.people.length > 0 && ` of ${run.people.map((each) => each.name).join(", ")}`}
          </Fact>
        )}
        <Fact label="Until">{until}</Fact>
        <Fact label="Came to">{run.outcome}</Fact>
      </Facts>
      {run.reason && (
        <p className="notice tone-warning mt-3">
          {run.reason}
          {run.status !== "failed" && run.attempts > 0 && " It is tried again by itself."}
        </p>
      )}
    </Panel>
  );
}

const look = { ...runCycle, statuses: runStatuses };
const tabs: readonly RecordTab<RunDetail>[] = [
  { id: "place", label: "Place", content: (run) => <Place run={run} /> },
  {
    id: "steps",
    label: "Steps",
    count: (run) => run.steps.length,
    content: (run) => <Steps run={run} />,
  },
];

const sent: RecordTab<RunDetail> = {
  id: "webhooks",
  label: "Webhooks",
  content: (run) => <RunWebhooks runId={run.id} />,
};

/** /workflow-engine/:id: one run, where it stands, why, and what it did. */
export default function RunPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  return (
    <RecordPage<RunDetail>
      path="/api/v1/flow-runs"
      id={id}
      lifecycle={look}
      title={(run) => run.flow}
      subtitle={(run) => run.place ?? ""}
      tabs={can("webhook.read") ? [...tabs, sent] : tabs}
      rail={(run) => <Waiting run={run} />}
    />
  );
}
