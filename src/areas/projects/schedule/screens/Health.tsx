import { counted } from "#kernel/words.ts";
import type { ScheduleDetail, ScheduleTask } from "../schedule.model.ts";

const most = 8;

/** What is wrong with the network itself, each finding with the tasks that it is said of. */
export function Health({
  of,
  onOpen,
}: {
  of: ScheduleDetail;
  onOpen: (task: ScheduleTask) => void;
}) {
  const tasks = new Map(of.tasks.map((task) => [task.id, task]));
  return (
    <section className="grid min-w-0 gap-3">
      <h2>Health of the network</h2>
      {of.health.length === 0 ? (
        <p className="text-t2">
          Looked at: open ends, leads, hard constraints, negative float, work in the future of the
          data date, work out of sequence, the baseline. Nothing was found.
        </p>
      ) : (
        <ul className="grid gap-3">
          {of.health.map((finding) => (
            <li key={finding.rule} className="grid gap-1">
              <span>
                {finding.says} <span className="text-12 text-t2">{finding.limit}</span>
              </span>
              {finding.tasks.length > 0 && (
                <details className="text-14">
                  <summary>{counted(finding.tasks.length, "task")}</summary>
                  <ul>
                    {finding.tasks.slice(0, most).map((id) => {
                      const task = tasks.get(id);
                      return (
                        task && (
                          <li key={id}>
                            <button
                              type="button"
                              className="text-link text-left"
                              onClick={() => onOpen(task)}
                            >
                              {task.code} {task.name}
                            </button>
                          </li>
                        )
                      );
                    })}
                    {finding.tasks.length > most && (
                      <li className="text-t2">and {finding.tasks.length - most} more</li>
                    )}
                  </ul>
                </details>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
