import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import type { StatusLook } from "../StatusBadge.tsx";
import type { HistoryItem } from "./HistoryTab.tsx";

type StepperProps = {
  course: readonly string[];
  statuses: StatusLook & Readonly<Record<string, { terminal?: boolean }>>;
  status: string;
  history: readonly HistoryItem[];
  renewals?: readonly string[];
};
type StepState = "done" | "skipped" | "now" | "end" | "stopped" | "ahead";
const words: Record<StepState, string> = {
  done: "done",
  skipped: "skipped",
  now: "current",
  end: "done",
  stopped: "stopped here",
  ahead: "not yet",
};

/**
 * Who took a record to the steps of its present round, by step. Setting it back ends the round of
 * what lies behind: those steps are still to come, or come again. Whoever set it
 * back to a step (a payment that was voided sets its invoice back to approved) did not take that
 * step, unless the action is among `renewals` (a new version of an order is issued).
 */
export const presentRound = (
  course: readonly string[],
  history: readonly HistoryItem[],
  renewals: readonly string[] = [],
): ReadonlyMap<string, HistoryItem> => {
  const round = new Map<string, HistoryItem>();
  for (const item of history.toReversed()) {
    const at = item.to === null ? -1 : course.indexOf(item.to);
    if (at < 0) continue;
    for (const name of course.slice(at + 1)) round.delete(name);
    const setBack =
      item.from !== null &&
      course.indexOf(item.from) > at &&
      !renewals.includes(item.action.split(".").at(-1)!);
    if (!setBack || !round.has(item.to!)) round.set(item.to!, item);
  }
  return round;
};

/**
 * The usual course of a record with who took each step of the present round and when; the history
 * tells of all. A status outside the course stands behind the last step that was reached; a step
 * that the record leapt over looks skipped, and whoever submitted is not named as who approved.
 */
export function Stepper({ course, statuses, status, history, renewals }: StepperProps) {
  const { timeZone } = useAgency();
  const round = presentRound(course, history, renewals);
  const lastDone = Math.max(0, ...course.map((name, at) => (round.has(name) ? at : -1)));
  const at = course.indexOf(status);
  const steps =
    at >= 0
      ? [...course]
      : [
          ...course.slice(0, lastDone + 1),
          status,
          ...(statuses[status]?.terminal ? [] : course.slice(lastDone + 1)),
        ];
  const here = steps.indexOf(status);
  const leaps = [...round.values()]
    .flatMap(({ from, to, action }) =>
      from && to && steps.includes(from)
        ? [
            {
              to,
              submitted: action.endsWith(".submit"),
              after: steps.indexOf(from),
              before: steps.indexOf(to),
            },
          ]
        : [],
    )
    .filter((leap) => leap.before - leap.after > 1);
  const stateOf = (index: number): StepState => {
    if (index > here) return "ahead";
    if (index < here)
      return leaps.some((leap) => index > leap.after && index < leap.before) &&
        !round.has(steps[index]!)
        ? "skipped"
        : "done";
    if (!statuses[status]?.terminal) return "now";
    return statuses[status]?.tone === "danger" ? "stopped" : "end";
  };
  return (
    <ol className="steps" aria-label="Course" tabIndex={0}>
      {steps.map((name, index) => {
        const state = stateOf(index);
        const item = index <= here ? round.get(name) : undefined;
        return (
          <li
            key={name}
            className="step"
            data-state={state}
            aria-current={index === here ? "step" : undefined}
          >
            <b>{statuses[name]?.label ?? name}</b>
            <span className="visually-hidden">, {words[state]}</span>
            {item && (
              <span>
                {formatInstant(item.at, timeZone)}
                {!leaps.some((leap) => leap.submitted && leap.to === name) &&
                  ` · ${item.actorName ?? "System"}`}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
