import { Link } from "react-router";
import { useMutationAction } from "#web/kit/queries.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { taskKinds } from "./task.labels.ts";
import type { Task } from "./task.model.ts";

function Reopen({ task }: { task: Task }) {
  const act = useMutationAction("tasks");
  const reopen = () =>
    act
      .mutateAsync({ path: `/api/v1/tasks/${task.id}/actions/reopen`, version: task.version })
      .then(
        () => notify.done("Open again", task.title),
        (error: unknown) => notify.failed("Not reopened", error),
      );
  return (
    <button
      type="button"
      className="btn btn-small"
      disabled={act.isPending}
      aria-label={`Open again: ${task.title}`}
      onClick={() => void reopen()}
    >
      Open again
    </button>
  );
}

const columns: readonly Column<Task>[] = [
  {
    id: "title",
    label: "What",
    kind: "text",
    value: (t) => t.title,
    sortable: false,
    cell: (t) =>
      t.link ? (
        <Link className="text-link" to={t.link}>
          {t.title}
        </Link>
      ) : (
        t.title
      ),
  },
  { id: "detail", label: "Detail", kind: "text", value: (t) => t.detail || null, sortable: false },
  { id: "kind", label: "Kind", kind: "text", value: (t) => taskKinds[t.kind], sortable: false },
  { id: "createdBy", label: "From", kind: "text", value: (t) => t.createdBy, sortable: false },
  { id: "createdAt", label: "Since", kind: "instant", value: (t) => t.createdAt, hidden: true },
  { id: "doneAt", label: "Done", kind: "instant", value: (t) => t.doneAt, sortable: false },
  {
    id: "reopen",
    label: "Open again",
    kind: "text",
    value: () => "Open again",
    sortable: false,
    leads: true,
    cell: (t) => <Reopen task={t} />,
  },
];

/** One's tasks that are done, the newest first; each can be opened again. */
export function DoneTasks() {
  return (
    <section className="mt-8" aria-labelledby="tasks-done">
      <h2 id="tasks-done" className="inbox-group">
        Done
      </h2>
      <DataTable<Task>
        name="tasks-done"
        title="Done tasks"
        path="/api/v1/tasks"
        columns={columns}
        fixed="open=false"
        defaultSort="-createdAt"
        empty={{
          title: "Nothing is done yet",
          text: "What you mark as done stays here, to look up or to open again.",
        }}
        searchHint="What or detail"
        embedded
      />
    </section>
  );
}
