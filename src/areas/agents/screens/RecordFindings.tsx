import { Link } from "react-router";
import { useGet, type ListAnswer } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import type { AgentFindingRow } from "../finding/finding.model.ts";

/** What an agent found of one record and nobody has decided; nothing where there is none. */
export function RecordFindings({ agent, subjectId }: { agent: string; subjectId: string }) {
  const { data } = useGet<ListAnswer<AgentFindingRow>>(
    "agent-findings",
    `/api/v1/agent-findings?agent=${agent}&subjectId=${subjectId}&status=open&limit=20&count=none`,
  );
  if (!data || data.items.length === 0) return null;
  return (
    <Panel title="What the agent says of it">
      <ul className="grid gap-2">
        {data.items.map(({ id, what, proposed }) => (
          <li key={id}>
            <p>{what}</p>
            <Link to={`/${agent}-agent?finding=${id}`}>
              {proposed ? `${proposed}: look at it` : "Look at it"}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
