import { useEffect } from "react";
import { useGet } from "#web/kit/queries.ts";
import type { CheckList, RunRecord } from "./run.model.ts";

const lookMs = 1_500;

/** What is checked here, and what runs. */
export const useChecks = () => useGet<CheckList>("check-runs", "/api/v1/checks", { first: true });

/**
 * A run as it goes on. It is read again by the event stream, and by the clock while it runs: whether
 * the stream works is one of the questions.
 */
export const useRun = (id: string | null) => {
  const run = useGet<RunRecord>("check-runs", `/api/v1/check-runs/${id}`, {
    enabled: id !== null,
    keep: true,
  });
  const { refetch } = run;
  const running = run.data?.status === "running";
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => void refetch(), lookMs);
    return () => clearInterval(timer);
  }, [running, refetch]);
  return run;
};
