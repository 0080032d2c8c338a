import { Link } from "react-router";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useGet } from "#web/kit/queries.ts";
import type { AgentRow } from "../agent/agent.model.ts";

const waits = ({ figures }: AgentRow): string =>
  figures.open === 0
    ? "Nothing waits."
    : `${counted(figures.open, "finding waits", "findings wait")}${figures.cents > 0 ? `, ${formatCents(figures.cents)} at stake` : ""}.`;

/** The agents that whoever reads may use, those with something that waits first. */
export function AgentDirectory() {
  const { data } = useGet<{ items: AgentRow[] }>("agent-findings", "/api/v1/agents", {
    anew: true,
  });
  const agents = (data?.items ?? []).toSorted((a, b) => b.figures.open - a.figures.open);
  if (agents.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2>Agents</h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {agents.map((agent) => (
          <li key={agent.id} className="grid content-start gap-1 rounded border border-hair p-3">
            <Link to={agent.href}>{agent.name}</Link>
            <p className="text-t2">{agent.task}</p>
            <p>{waits(agent)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
