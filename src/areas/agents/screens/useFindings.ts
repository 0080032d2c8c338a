import { useSearchParams } from "react-router";
import { useList } from "#web/kit/queries.ts";
import type { AgentFindingRow } from "../finding/finding.model.ts";

/** So many findings are worked on at once. */
export const most = 100;

/** Whether it answers a question; what somebody asked stands first. */
export const isAnswer = ({ runId, subjectId }: AgentFindingRow): boolean => runId === subjectId;

/** What waits of an agent, answers to what was asked and then the dearest first, and which one is in hand: the address says it. */
export const useFindings = (agent: string) => {
  const { data } = useList<AgentFindingRow>(
    "/api/v1/agent-findings",
    `agent=${agent}&status=open&sort=-cents&limit=${most}`,
  );
  const [search, setSearch] = useSearchParams();
  const all = data?.items ?? [];
  const items = [...all.filter(isAnswer), ...all.filter((row) => !isAnswer(row))];
  const chosen = items.find(({ id }) => id === search.get("finding")) ?? items[0] ?? null;
  const want = (id: string) =>
    setSearch({ ...Object.fromEntries(search), finding: id }, { replace: true });
  return { read: data !== undefined, total: data?.total ?? 0, items, chosen, want };
};
