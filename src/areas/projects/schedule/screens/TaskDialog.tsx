import { Trash2 } from "lucide-react";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { constraintKinds, linkTypes } from "../schedule.labels.ts";
import type { ScheduleDetail, ScheduleTask } from "../schedule.model.ts";
import { inDays } from "./gantt.model.ts";
import { calendarOf } from "./calendar.model.ts";
import { scheduleNouns } from "./useScheduleChange.ts";
import { chainOf, dateOf, lagOf } from "./words.ts";

type Of = { of: ScheduleDetail; task: ScheduleTask };
type Open = (task: ScheduleTask) => void;

const daysText = (of: ScheduleDetail, task: ScheduleTask, minutes: number | null): string =>
  minutes === null ? "" : `${inDays(minutes, calendarOf(of, task).minutesPerDay)} days`;

const marksOf = (task: ScheduleTask): string =>
  [task.critical && "critical", task.longestPath && "on the longest path"]
    .filter(Boolean)
    .join(", ");

function Dates({ of, task }: Of) {
  const { constraint } = task;
  return (
    <Facts
      rows={[
        ["Start", `${dateOf(task.start)}${task.actualStart ? ", actual" : ""}`],
        ["Finish", `${dateOf(task.finish)}${task.actualFinish ? ", actual" : ""}`],
        ["Progress", `${task.percent}%, ${daysText(of, task, task.remainingMinutes)} left`],
        ["Latest finish", task.actualFinish ? null : dateOf(task.lateFinish)],
        ["Total float", daysText(of, task, task.totalFloatMinutes)],
        ["Free float", daysText(of, task, task.freeFloatMinutes)],
        ["Marks", marksOf(task)],
        [
          "Baseline",
          task.baselineFinish &&
            `${dateOf(task.baselineFinish)}${task.slipDays ? `, ${counted(Math.abs(task.slipDays), "day")} ${task.slipDays > 0 ? "behind" : "ahead of"} it` : ""}`,
        ],
        [
          "Constraint",
          constraint &&
            `${constraintKinds[constraint.kind].label}${constraint.kind === "asLateAsPossible" ? "" : ` ${dateOf(constraint.at)}`}`,
        ],
        ["Deadline", task.deadline && dateOf(task.deadline)],
        ["Crew", task.crew],
        ["Reports progress", task.owner],
        ["Cost", task.costs.map(({ code, cents }) => `${code}: ${formatCents(cents)}`).join("\n")],
      ]}
    />
  );
}

function Drives({ of, task, onOpen }: Of & { onOpen: Open }) {
  const chain = chainOf(of, task);
  return (
    <section className="grid gap-2">
      <h3>What puts it there</h3>
      <ol className="grid gap-1 text-14">
        {chain.map((step) => (
          <li key={step.task.id}>
            <button type="button" className="text-link text-left" onClick={() => onOpen(step.task)}>
              {step.task.code} {step.task.name}
            </button>
            , {dateOf(step.task.start)}: {step.says}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Links({ of, task, onOpen }: Of & { onOpen: Open }) {
  const act = useMutationAction(...scheduleNouns);
  const tasks = new Map(of.tasks.map((each) => [each.id, each]));
  const remove = (id: string) =>
    act.mutate(
      { method: "DELETE", path: `/api/v1/schedules/${of.id}/links/${id}`, version: of.version },
      {
        onSuccess: () => notify.done("The link is gone"),
        onError: (error) => notify.failed("The link stays", error),
      },
    );
  const rows = (end: "from" | "to") => {
    const other = end === "from" ? "to" : "from";
    return of.links
      .filter((link) => link[other] === task.id)
      .map((link) => {
        const at = tasks.get(link[end])!;
        return (
          <li key={link.id} className="flex items-center gap-2">
            <button type="button" className="text-link text-left" onClick={() => onOpen(at)}>
              {at.code} {at.name}
            </button>
            <span className="text-t2">
              {linkTypes[link.type].label.toLowerCase()}
              {lagOf(link, calendarOf(of, task).minutesPerDay)}
            </span>
            {of.canEdit && (
              <button
                type="button"
                className="btn btn-ghost btn-icon ml-auto"
                aria-label={`Remove the link with ${at.code} ${at.name}`}
                onClick={() => remove(link.id)}
              >
                <Trash2 aria-hidden="true" />
              </button>
            )}
          </li>
        );
      });
  };
  const [before, after] = [rows("from"), rows("to")];
  return (
    <section className="grid gap-2">
      <h3>Waits for</h3>
      {before.length > 0 ? (
        <ul className="text-14">{before}</ul>
      ) : (
        <p className="text-t2">Nothing.</p>
      )}
      <h3>Waits for it</h3>
      {after.length > 0 ? (
        <ul className="text-14">{after}</ul>
      ) : (
        <p className="text-t2">Nothing but the finish of the project.</p>
      )}
    </section>
  );
}

/** A task: its dates, what drives it back to the cause, its links. */
export function TaskDialog({
  of,
  task,
  onOpen,
  onChange,
  onLink,
  onClose,
}: Of & { onOpen: Open; onChange: () => void; onLink: () => void; onClose: () => void }) {
  const act = useMutationAction(...scheduleNouns);
  const remove = () =>
    act.mutate(
      {
        method: "DELETE",
        path: `/api/v1/schedules/${of.id}/tasks/${task.id}`,
        version: of.version,
      },
      {
        onSuccess: () => {
          notify.done(`${task.name} is taken out`);
          onClose();
        },
        onError: (error) => notify.failed(`${task.name} stays`, error),
      },
    );
  return (
    <Dialog
      title={`${task.code} ${task.name}`}
      className="dialog dialog-wide"
      onClose={onClose}
      footer={
        of.canEdit && (
          <>
            <button type="button" className="btn btn-ghost mr-auto" onClick={remove}>
              Take it out
            </button>
            {task.kind !== "summary" && (
              <button type="button" className="btn btn-secondary" onClick={onLink}>
                Add a link
              </button>
            )}
            <button type="button" className="btn btn-primary" onClick={onChange}>
              Change
            </button>
          </>
        )
      }
    >
      <div className="stack">
        <Dates of={of} task={task} />
        {task.kind !== "summary" && <Drives of={of} task={task} onOpen={onOpen} />}
        {task.kind !== "summary" && <Links of={of} task={task} onOpen={onOpen} />}
      </div>
    </Dialog>
  );
}
