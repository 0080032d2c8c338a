import { ChevronDown, CircleCheck, OctagonX } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { timeAgo } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { api, download } from "./api.ts";
import { useNow } from "./now.ts";
import { useMutationAction } from "./queries.ts";
import { notify } from "./Toasts.tsx";

/** A long piece of work as the server tells it. `total` null = length unknown. */
export type Job = {
  id: string;
  title: string;
  state: "queued" | "running" | "done" | "failed" | "cancelled";
  stage: string | null;
  done: number;
  total: number | null;
  startedAt: Instant | null;
  resultPath: string | null;
  error: string | null;
};

const dismissedKey = "levee.jobs.dismissed";
const readDismissed = (): string[] => {
  try {
    return JSON.parse(localStorage.getItem(dismissedKey) ?? "[]") as string[];
  } catch {
    return [];
  }
};

const isActive = (job: Job) => job.state === "queued" || job.state === "running";

/** The work that goes on, and what ended lately; asks every 2 s only while something runs. */
export const useJobs = (enabled: boolean) =>
  useQuery({
    queryKey: ["noun", "job", "list"],
    enabled,
    queryFn: ({ signal }) => api<{ items: Job[] }>("/api/v1/jobs", { signal }),
    refetchInterval: (query) => (query.state.data?.items.some(isActive) ? 2_000 : false),
  });

const wordsOf = (job: Job): (string | null)[] =>
  job.state === "cancelled"
    ? ["Cancelled"]
    : job.state === "queued"
      ? ["Waiting for its turn"]
      : [
          job.stage,
          job.total === null
            ? null
            : `${job.done.toLocaleString("en-US")} of ${job.total.toLocaleString("en-US")}`,
        ];

export function JobRow({ job, onDismiss }: { job: Job; onDismiss: () => void }) {
  const now = useNow();
  const cancel = useMutationAction("jobs");
  const page = job.resultPath && !job.resultPath.startsWith("/api/") ? job.resultPath : null;
  const fetchResult = () =>
    void download(job.resultPath ?? "").catch((error: unknown) =>
      notify.failed("The file could not be fetched", error),
    );
  return (
    <li>
      <div className="flex items-center gap-2">
        {job.state === "done" && <CircleCheck className="text-success" aria-hidden="true" />}
        {job.state === "failed" && <OctagonX className="text-danger" aria-hidden="true" />}
        <span className="min-w-0 flex-1 truncate font-medium" title={job.title}>
          {job.title}
        </span>
        {isActive(job) && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            onClick={() =>
              cancel.mutate(
                { path: `/api/v1/jobs/${job.id}/actions/cancel` },
                { onError: (error) => notify.failed("Not cancelled", error) },
              )
            }
          >
            Cancel
          </button>
        )}
        {page && (
          <Link className="btn btn-small" to={page}>
            Show
          </Link>
        )}
        {!isActive(job) && job.resultPath && !page && (
          <button type="button" className="btn btn-small" onClick={fetchResult}>
            {job.state === "failed" ? "Error file" : "Get result"}
          </button>
        )}
        {!isActive(job) && (
          <button type="button" className="btn btn-quiet btn-small" onClick={onDismiss}>
            Dismiss
          </button>
        )}
      </div>
      {isActive(job) && (
        <progress
          className="progress"
          aria-label={job.title}
          max={job.total ?? 100}
          {...(job.total === null ? {} : { value: job.done })}
        />
      )}
      <p className="text-12 text-t3">
        {job.state === "failed" ? (
          <span className="text-danger">
            {job.error ?? "Failed"}
            {job.startedAt && " · "}
          </span>
        ) : null}
        {[
          ...(job.state === "failed" ? [] : wordsOf(job)),
          job.startedAt && `started ${timeAgo(job.startedAt, now)}`,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </li>
  );
}

/**
 * Long jobs at the foot of every screen: stage, progress, cancel, result. It reads the server, so
 * it survives a reload; ended jobs stay until dismissed.
 */
export function JobsTray({ enabled }: { enabled: boolean }) {
  const jobs = useJobs(enabled).data?.items ?? [];
  const [dismissed, setDismissed] = useState(readDismissed);
  // It opens by itself for work that goes on while somebody looks; not on a phone, where it would
  // cover half of the page. What ended before is there when it is asked for.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const seen = useRef(false);
  const shown = jobs.filter((job) => !dismissed.includes(job.id));
  const active = shown.filter(isActive).length;
  if (active > 0) seen.current = true;
  if (shown.length === 0) return null;
  const open = chosen ?? (seen.current && window.innerWidth >= 768);
  const dismiss = (id: string) => {
    const next = [...dismissed, id].slice(-100);
    setDismissed(next);
    try {
      localStorage.setItem(dismissedKey, JSON.stringify(next));
    } catch {
      /* storage refused: dismissed for this page */
    }
  };
  return (
    <section className="tray floating" aria-label="Jobs" data-open={open}>
      <button
        type="button"
        className="flex w-full items-center gap-2 px-4 py-3 font-semibold"
        aria-expanded={open}
        onClick={() => setChosen(!open)}
      >
        {active > 0 ? `${active} running` : "Jobs"}
        <span className="font-normal text-t3">{shown.length}</span>
        <ChevronDown className={`ml-auto ${open ? "" : "rotate-180"}`} aria-hidden="true" />
      </button>
      {open && (
        <ul className="tray-list border-t border-hair">
          {shown.map((job) => (
            <JobRow key={job.id} job={job} onDismiss={() => dismiss(job.id)} />
          ))}
        </ul>
      )}
    </section>
  );
}
