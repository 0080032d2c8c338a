import { useLocation } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { AgentDetail } from "../agent/agent.model.ts";
import type { AgentFindingRow } from "../finding/finding.model.ts";
import type { AgentRunRow } from "../run/run.model.ts";
import { AskField } from "./AskField.tsx";
import { FindingWork } from "./FindingWork.tsx";
import { findingColumns, findingFilters, runColumns, runFilters } from "./columns.tsx";
import { AgentPicture } from "./picture/AgentPicture.tsx";
import { Worth } from "./Worth.tsx";

const partsOf = ({ id, figures, paused }: AgentDetail): FindingPart[] => {
  const open = `/${id}-agent`;
  return [
    ...(figures.open > 0
      ? [{ text: `${counted(figures.open, "finding waits", "findings wait")}`, to: open }]
      : []),
    ...(figures.cents > 0 ? [{ text: `${formatCents(figures.cents)} at stake`, to: open }] : []),
    ...(paused ? [{ text: "an administrator has paused it" }] : []),
  ];
};

const noneOf = ({ lastRunOn }: AgentDetail): string =>
  lastRunOn
    ? `Nothing waits of what it found for you. It last read for you on ${formatDate(lastRunOn)}.`
    : "It has not read for you yet. Let it read: it sees what you see, and changes nothing.";

function RunButton({ agent }: { agent: AgentDetail }) {
  const run = useMutationAction("agent-runs", "agent-findings");
  const begin = async () => {
    try {
      await run.mutateAsync({ path: "/api/v1/agent-runs", body: { agent: agent.id } });
      notify.done(`${agent.name} reads`, "What it finds stands here in a moment.");
    } catch (error) {
      notify.failed("It did not begin", error);
    }
  };
  return (
    <button
      type="button"
      className="btn"
      disabled={agent.paused || run.isPending}
      title={agent.paused ? "An administrator has paused it." : undefined}
      onClick={() => void begin()}
    >
      Let it read now
    </button>
  );
}

function Addresses({ of }: { of: AgentDetail["reads"] }) {
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {of.map(({ at, says }) => (
        <li key={at}>
          {says} <span className="mono text-t3">{at}</span>
        </li>
      ))}
    </ul>
  );
}

function HowItWorks({ agent }: { agent: AgentDetail }) {
  return (
    <div className="stack">
      <Panel title="What it does">
        <p>{agent.task}</p>
        <ul className="grid list-disc gap-1 pl-5">
          {agent.how.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Panel>
      <Panel title="What it reads, with your rights">
        <Addresses of={agent.reads} />
      </Panel>
      <Panel title="What it may propose, and you decide">
        <Addresses of={agent.proposes} />
        {agent.score && (
          <p>
            On {counted(agent.score.cases, "labelled case")} it is right in {agent.score.right};{" "}
            {agent.score.beside} in {agent.score.baseline}.
          </p>
        )}
        <p className="text-t2">
          {agent.dailyName
            ? `It reads each morning in the name of ${agent.dailyName}.`
            : "It reads when somebody asks it to; an administrator may let it read each morning."}
        </p>
      </Panel>
    </div>
  );
}

const tabsOf = (agent: AgentDetail) => [
  {
    id: "findings",
    label: "Findings",
    count: agent.figures.open,
    content: () => <FindingWork agent={agent.id} />,
  },
  {
    id: "all",
    label: "All it found",
    content: () => (
      <>
        <h2>All it found</h2>
        <DataTable<AgentFindingRow>
          embedded
          name="agent-findings"
          title="All it found"
          path="/api/v1/agent-findings"
          fixed={`agent=${agent.id}`}
          columns={findingColumns}
          filters={findingFilters}
          defaultSort="-cents"
          rowHref={(row) => row.subjectHref}
          empty={{ title: "Nothing was found", text: "What it finds stands here, decided or not." }}
        />
      </>
    ),
  },
  {
    id: "runs",
    label: "Runs",
    content: () => (
      <>
        <h2>Runs</h2>
        <DataTable<AgentRunRow>
          embedded
          name="agent-runs"
          title="Runs"
          path="/api/v1/agent-runs"
          fixed={`agent=${agent.id}`}
          columns={runColumns}
          filters={runFilters}
          defaultSort="-createdAt"
          rowHref={(row) => `/ai-agent-platform/runs/${row.id}`}
          empty={{ title: "It has not read yet", text: "Each reading stands here with its log." }}
        />
      </>
    ),
  },
  { id: "how", label: "How it works", content: () => <HowItWorks agent={agent} /> },
];

/** The page of one agent: what it found, what became of it, its runs, and how it works. */
export default function AgentPage() {
  const id =
    useLocation()
      .pathname.split("/")[1]
      ?.replace(/-agent$/, "") ?? "";
  const {
    data: agent,
    error,
    refetch,
  } = useGet<AgentDetail>("agent-findings", `/api/v1/agents/${id}`, { first: true, anew: true });
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!agent) return <RecordSkeleton />;
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>{agent.name}</h1>
        <RunButton agent={agent} />
      </div>
      {agent.asks && <AskField agent={{ ...agent, asks: agent.asks }} />}
      <Finding parts={partsOf(agent)} none={noneOf(agent)} />
      <AgentPicture agent={agent.id} />
      <Worth agent={agent} />
      <Tabs label={agent.name} tabs={tabsOf(agent)} />
    </div>
  );
}
