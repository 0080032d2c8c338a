import { useEffect, useId, useState, type FormEvent } from "react";
import { useSearchParams } from "react-router";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { AgentDetail } from "../agent/agent.model.ts";
import type { AgentFindingRow } from "../finding/finding.model.ts";
import type { AgentRunDetail } from "../run/run.model.ts";

const longest = 2000;
const isOver = ({ status }: AgentRunDetail): boolean => status !== "queued" && status !== "running";

/** Waits for a run that answers, and opens what it found. */
function Waiting({ runId, done }: { runId: string; done: (finding: string | null) => void }) {
  const { data: run } = useGet<AgentRunDetail>("agent-runs", `/api/v1/agent-runs/${runId}`, {
    until: isOver,
  });
  const over = run !== undefined && isOver(run);
  const { data: found } = useGet<{ items: AgentFindingRow[] }>(
    "agent-findings",
    `/api/v1/agent-findings?runId=${runId}&limit=1`,
    { enabled: over },
  );
  useEffect(() => {
    if (!over) return;
    if (run.status !== "finished") {
      notify.failed("It could not answer", new Error(run.said || "The run did not finish."));
      done(null);
    } else if (found) done(found.items[0]?.id ?? null);
  }, [run, over, found, done]);
  return (
    <p role="status" className="text-t2">
      It reads your records…
    </p>
  );
}

type Asking = Pick<AgentDetail, "id" | "paused"> & { asks: NonNullable<AgentDetail["asks"]> };

/** One field in plain words; the answer opens below it as a finding. */
export function AskField({ agent }: { agent: Asking }) {
  const [text, setText] = useState("");
  const [runId, setRunId] = useState<string | null>(null);
  const [search, setSearch] = useSearchParams();
  const id = useId();
  const begin = useMutationAction<{ id: string }>("agent-runs", "agent-findings");
  const { asks } = agent;
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    try {
      const { id: run } = await begin.mutateAsync({
        path: "/api/v1/agent-runs",
        body: { agent: agent.id, question: text },
      });
      setRunId(run);
    } catch (error) {
      notify.failed("It did not begin", error);
    }
  };
  const done = (finding: string | null) => {
    setRunId(null);
    if (finding) setSearch({ ...Object.fromEntries(search), finding }, { replace: true });
  };
  return (
    <form className="grid gap-2" onSubmit={(event) => void ask(event)}>
      <label htmlFor={id} className="text-18 font-semibold">
        {asks.label}
      </label>
      <div className="grid items-start gap-3 md:grid-cols-[1fr_auto]">
        <textarea
          id={id}
          className="field-control min-h-16"
          rows={2}
          maxLength={longest}
          placeholder={asks.placeholder}
          value={text}
          disabled={agent.paused}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void ask(event);
          }}
        />
        <button
          type="submit"
          className="btn btn-primary"
          disabled={agent.paused || begin.isPending || runId !== null || !text.trim()}
        >
          Draft it
        </button>
      </div>
      {runId && <Waiting runId={runId} done={done} />}
    </form>
  );
}
