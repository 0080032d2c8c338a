import { Check, ClipboardCheck, FileSignature, ListTodo, SearchCheck } from "lucide-react";
import { Link } from "react-router";
import { DeadlineClock } from "../../../web/kit/DeadlineClock.tsx";
import { useGet, useMutationAction } from "../../../web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "../../../web/kit/states.tsx";
import { notify } from "../../../web/kit/Toasts.tsx";
import { taskKinds, type TaskKind } from "./task.labels.ts";
import type { Waiting, WaitingWork } from "./task.model.ts";

const icons: Record<TaskKind, typeof Check> = { review: SearchCheck, approval: ClipboardCheck, signature: FileSignature, follow_up: ListTodo };

function Item({ item }: { item: Waiting }) {
  const act = useMutationAction("tasks");
  const Icon = icons[item.kind];
  const mark = (action: "done" | "reopen") => act.mutateAsync({ path: `/api/v1/tasks/${item.id}/actions/${action}` });
  const done = () => mark("done").then(
    () => notify.undo(`Done: ${item.title}`, () => void mark("reopen").catch((error: unknown) => notify.failed("Not reopened", error))),
    (error: unknown) => notify.failed("Not saved", error));
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-hair px-4 py-2 first:border-t-0">
      <Icon aria-hidden="true" className="text-t3" />
      <div className="min-w-0 flex-1 max-md:basis-[calc(100%-40px)]"><p className="font-medium"><Link className="!text-t1" to={item.link}>{item.title}</Link></p><p className="text-12 text-t3">{taskKinds[item.kind]}{item.detail && ` · ${item.detail}`}</p></div>
      <span className="ml-auto w-32 max-md:ml-0 max-md:w-auto"><DeadlineClock deadline={item.dueAt} short /></span>
      {item.source === "task"
        ? <button type="button" className="btn btn-small min-w-20 max-md:ml-auto" disabled={act.isPending} onClick={() => void done()} aria-label={`Done: ${item.title}`}><Check aria-hidden="true" />Done</button>
        : <Link className="btn btn-small min-w-20 max-md:ml-auto" to={item.link} aria-label={`Review: ${item.detail}`}>Review</Link>}
    </li>
  );
}

const empty = <EmptyState kind="all-done" title="Nothing left to do">What colleagues ask of you appears here.</EmptyState>;

/** Everything that waits for this person, approvals included, soonest first. */
export function WaitingList({ only }: { only?: "task" }) {
  const { data, error, isPending, refetch } = useGet<WaitingWork>("counts", "/api/v1/me/waiting");
  if (isPending) return <TableSkeleton columns={3} rows={4} label="Loading your tasks" />;
  if (!data) return <ErrorPanel error={error} what="Your tasks" onRetry={() => void refetch()} />;
  const items = data.items.filter((item) => !only || item.source === only);
  if (items.length === 0) return empty;
  return <><ul>{items.map((item) => <Item key={item.id} item={item} />)}</ul>{!only && data.total > items.length && <p className="border-t border-hair px-4 py-2 text-13 text-t3">{items.length} of {data.total}, soonest first. The others move up as these are done.</p>}</>;
}

/** One's own tasks as a panel of the dashboard; nothing when there are none. */
export function TaskPanel() {
  const { data } = useGet<WaitingWork>("counts", "/api/v1/me/waiting");
  const count = data?.items.filter((item) => item.source === "task").length ?? 0;
  return count === 0 ? null : <Panel title={<>Your tasks <span className="font-normal text-t3">{count}</span></>} flush><WaitingList only="task" /></Panel>;
}
