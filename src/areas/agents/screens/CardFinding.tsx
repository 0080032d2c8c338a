import { Bot, X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, type ListAnswer } from "#web/kit/queries.ts";
import type { AgentFindingRow } from "../finding/finding.model.ts";

const DismissDialog = dialogOnDemand(
  async () => (await import("./DismissDialog.tsx")).DismissDialog,
);

/** What agents found of records that nobody has decided, the dearest of each; read anew as it changes. */
export const useCardFindings = (ids: readonly string[]): ReadonlyMap<string, AgentFindingRow> => {
  const { can } = useAuth();
  const { data } = useGet<ListAnswer<AgentFindingRow>>(
    "agent-findings",
    `/api/v1/agent-findings?status=open&subjectId=${ids.join(",")}&sort=cents&limit=200&count=none`,
    { enabled: ids.length > 0 && ids.length <= 200 && can("agent.run") },
  );
  // The dearest comes last, and stays.
  return new Map((data?.items ?? []).map((row) => [row.subjectId, row]));
};

/** What an agent found of the record of a card: a link to it, and the way to dismiss it. */
export function CardFinding({ finding }: { finding: AgentFindingRow }) {
  const [dismissing, setDismissing] = useState(false);
  const { id, agent, what, proposed } = finding;
  return (
    <div className="board-suggestion flex items-start gap-1">
      <Link
        to={agent === "connected" ? `/ai-copilot?finding=${id}` : `/${agent}-agent?finding=${id}`}
        className="grid min-w-0 flex-1 gap-0.5"
      >
        <span className="flex items-center gap-1.5 font-medium">
          <Bot className="!size-3.5 shrink-0" aria-hidden="true" />
          {proposed ?? "Look at it"}
        </span>
        <span className="line-clamp-3 text-12 text-t3" title={what}>
          {what}
        </span>
      </Link>
      <button
        type="button"
        className="btn btn-quiet btn-icon btn-small"
        aria-label={`Dismiss: ${what}`}
        onClick={() => setDismissing(true)}
      >
        <X className="!size-3.5" aria-hidden="true" />
      </button>
      {dismissing && <DismissDialog finding={finding} onClose={() => setDismissing(false)} />}
    </div>
  );
}
