import { Suspense, useState, type ComponentType } from "react";
import { Link } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { LookTab, ModelTab } from "#areas/assistant/assistant.ui.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import type { AgentRow } from "../agent/agent.model.ts";
import type { AgentRunRow } from "../run/run.model.ts";
import { ClientsTab } from "../connection/ClientsTab.tsx";
import { runColumns, runFilters } from "./columns.tsx";

const SetUpDialog = dialogOnDemand(async () => (await import("./SetUpDialog.tsx")).SetUpDialog);

const decidedOf = ({ figures }: AgentRow) => figures.accepted + figures.edited + figures.dismissed;

function Card({ agent, setUp }: { agent: AgentRow; setUp: () => void }) {
  const { figures } = agent;
  const decided = decidedOf(agent);
  return (
    <li className="grid content-start gap-2 rounded border border-hair p-4">
      <div className="flex items-baseline gap-3">
        <h3 className="mr-auto">
          <Link to={agent.href}>{agent.name}</Link>
        </h3>
        {agent.paused ? (
          <Badge tone="warning" label="Paused" />
        ) : (
          <Badge tone="success" label={agent.dailyName ? "Each morning" : "When asked"} />
        )}
      </div>
      <p className="text-t2">{agent.task}</p>
      <p>
        {figures.open === 0
          ? "Nothing waits."
          : `${counted(figures.open, "finding waits", "findings wait")}, ${formatCents(figures.cents)} at stake.`}{" "}
        {decided === 0
          ? "Nothing was decided in 90 days."
          : `Right in ${decided - figures.wrong} of ${decided} decided in 90 days.`}
      </p>
      <p className="text-13 text-t2">
        {agent.dailyName
          ? `Reads each morning in the name of ${agent.dailyName}.`
          : "Reads when somebody asks it to."}{" "}
        {agent.lastRunOn && `Last for you on ${formatDate(agent.lastRunOn)}.`}
      </p>
      <button type="button" className="btn justify-self-start" onClick={setUp}>
        Set up
      </button>
    </li>
  );
}

const partsOf = (agents: readonly AgentRow[]) => {
  const open = agents.reduce((sum, { figures }) => sum + figures.open, 0);
  const cents = agents.reduce((sum, { figures }) => sum + figures.cents, 0);
  const paused = agents.filter((agent) => agent.paused).length;
  return [
    ...(open > 0 ? [{ text: `${counted(open, "finding waits", "findings wait")}` }] : []),
    ...(cents > 0 ? [{ text: `${formatCents(cents)} at stake` }] : []),
    ...(paused > 0 ? [{ text: `${counted(paused, "agent is", "agents are")} paused` }] : []),
  ];
};

function Agents({ agents }: { agents: readonly AgentRow[] }) {
  const [setting, setSetting] = useState<AgentRow | null>(null);
  return (
    <>
      <h2 className="sr-only">Agents</h2>
      <ul className="grid gap-3 lg:grid-cols-2 xl:grid-cols-3">
        {agents.map((agent) => (
          <Card key={agent.id} agent={agent} setUp={() => setSetting(agent)} />
        ))}
      </ul>
      {setting && <SetUpDialog agent={setting} onClose={() => setSetting(null)} />}
    </>
  );
}

function Later({ of: Part }: { of: ComponentType }) {
  return (
    <Suspense fallback={<RecordSkeleton />}>
      <Part />
    </Suspense>
  );
}

/** The agents of the agency: what waits of each, how often they were right, and how they are set up. */
export default function PlatformPage() {
  const { data, error, refetch } = useGet<{ items: AgentRow[] }>(
    "agent-findings",
    "/api/v1/agents",
    { first: true, anew: true },
  );
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <RecordSkeleton />;
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Agent platform</h1>
      </div>
      <Finding
        parts={partsOf(data.items)}
        none="Nothing waits of what agents found. They read with the rights of a person, and change nothing until somebody accepts."
      />
      <Tabs
        label="Agent platform"
        tabs={[
          { id: "agents", label: "Agents", content: () => <Agents agents={data.items} /> },
          {
            id: "runs",
            label: "Your runs",
            content: () => (
              <>
                <h2>Your runs</h2>
                <DataTable<AgentRunRow>
                  embedded
                  name="agent-runs"
                  title="Your runs"
                  path="/api/v1/agent-runs"
                  columns={runColumns}
                  filters={runFilters}
                  defaultSort="-createdAt"
                  rowHref={(row) => `/ai-agent-platform/runs/${row.id}`}
                  exportable
                  empty={{
                    title: "No agent has read for you",
                    text: "Each reading stands here with its log.",
                  }}
                />
              </>
            ),
          },
          { id: "model", label: "Model", content: () => <Later of={ModelTab} /> },
          { id: "clients", label: "Clients", content: () => <ClientsTab /> },
          { id: "look", label: "Look", content: () => <Later of={LookTab} /> },
        ]}
      />
    </div>
  );
}
