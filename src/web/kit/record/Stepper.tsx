import { formatInstant } from "../../../kernel/dates.ts";
import { useAgency } from "../../auth/AuthProvider.tsx";
import type { StatusLook } from "../StatusBadge.tsx";
import type { HistoryItem } from "./HistoryTab.tsx";

type StepperProps = { course: readonly string[]; statuses: StatusLook & Readonly<Record<string, { terminal?: boolean }>>; status: string; history: readonly HistoryItem[] };
type StepState = "done" | "skipped" | "now" | "end" | "stopped" | "ahead";
const words: Record<StepState, string> = { done: "done", skipped: "skipped", now: "current", end: "done", stopped: "stopped here", ahead: "not yet" };

/** Who took a record to a step, newest first: whoever set it back to it later (a payment that was voided sets its invoice back to approved) did not take that step. */
export const takenTo = (name: string, course: readonly string[], history: readonly HistoryItem[]): HistoryItem | undefined => {
  const arrived = history.filter((item) => item.to === name);
  return arrived.find((item) => !item.from || course.indexOf(item.from) < course.indexOf(name)) ?? arrived[0];
};

/**
 * The usual course of a record with who took each step and when. A status outside the course stands behind the last step that was reached; a step
 * that the record leapt over looks skipped, and whoever submitted is not named as who approved.
 */
export function Stepper({ course, statuses, status, history }: StepperProps) {
  const { timeZone } = useAgency();
  const reached = (name: string) => takenTo(name, course, history);
  const lastDone = Math.max(0, ...course.map((name, at) => (reached(name) ? at : -1)));
  const at = course.indexOf(status);
  const steps = at >= 0 ? [...course] : [...course.slice(0, lastDone + 1), status, ...(statuses[status]?.terminal ? [] : course.slice(lastDone + 1))];
  const here = steps.indexOf(status);
  const leaps = history.flatMap(({ from, to, action }) => (from && to && steps.includes(from) ? [{ to, submitted: action.endsWith(".submit"), after: steps.indexOf(from), before: steps.indexOf(to) }] : [])).filter((leap) => leap.before - leap.after > 1);
  const stateOf = (index: number): StepState => {
    if (index > here) return "ahead";
    if (index < here) return leaps.some((leap) => index > leap.after && index < leap.before) && !reached(steps[index]!) ? "skipped" : "done";
    if (!statuses[status]?.terminal) return "now";
    return statuses[status]?.tone === "danger" ? "stopped" : "end";
  };
  return (
    <ol className="steps" aria-label="Course">
      {steps.map((name, index) => {
        const state = stateOf(index);
        const item = index <= here ? reached(name) : undefined;
        return (
          <li key={name} className="step" data-state={state} aria-current={index === here ? "step" : undefined}>
            <b>{statuses[name]?.label ?? name}</b><span className="visually-hidden">, {words[state]}</span>
            {item && <span>{formatInstant(item.at, timeZone)}{!leaps.some((leap) => leap.submitted && leap.to === name) && ` · ${item.actorName ?? "System"}`}</span>}
          </li>
        );
      })}
    </ol>
  );
}
