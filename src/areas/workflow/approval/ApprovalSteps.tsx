import {
  Check,
  Circle,
  CircleDashed,
  CircleDot,
  CornerUpLeft,
  X,
  type LucideIcon,
} from "lucide-react";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { approvableTypes } from "../policy/policy.labels.ts";
import { decisions } from "./approval.labels.ts";
import type { ApprovalDetail } from "./approval.model.ts";
import { behalfWords } from "./inbox.labels.ts";

type Step = ApprovalDetail["steps"][number];
type Assignee = Step["assignees"][number];

const names = (step: Step): string => [...new Set(step.assignees.map((a) => a.name))].join(", ");

/**
 * What approving does now, in one sentence: who is asked next, or what the document may do
 * afterwards.
 */
export const nextAfter = (approval: ApprovalDetail): string => {
  const open = approval.steps.filter((s) => s.status === "open");
  const mine = open[0];
  const missing = mine ? mine.assignees.filter((a) => a.decision === null).length : 0;
  const wanted = mine
    ? mine.mode === "all"
      ? mine.assignees.length
      : Math.min(mine.mode === "any" ? 1 : mine.quorum, mine.assignees.length)
    : 0;
  const given = mine ? mine.assignees.filter((a) => a.decision === "approve").length : 0;
  if (open.length > 1 || (mine && given + 1 < wanted))
    return `${missing > 1 || open.length > 1 ? "Others must approve this step too" : "The step goes on"} before it moves on.`;
  const next = approval.steps
    .filter((s) => s.status === "waiting")
    .toSorted((a, b) => a.stage - b.stage)[0];
  return next
    ? `Next it goes to ${next.name}${names(next) ? ` (${names(next)})` : ""}.`
    : `This is the last step: the ${approvableTypes[approval.documentType].toLowerCase()} is then approved.`;
};

const decisionIcons: Record<string, LucideIcon> = {
  approve: Check,
  return: CornerUpLeft,
  reject: X,
};
const decisionColours: Record<string, string> = {
  approve: "text-success",
  return: "text-warning",
  reject: "text-danger",
};
const stepIcons: Record<Step["status"], LucideIcon> = {
  approved: Check,
  open: CircleDot,
  waiting: Circle,
  stopped: CircleDashed,
};
const stepWords: Record<Step["status"], string> = {
  approved: "Approved",
  open: "Open",
  waiting: "Not reached yet",
  stopped: "Stopped",
};

function Decided({ assignee }: { assignee: Assignee }) {
  const { timeZone } = useAgency();
  if (!assignee.decision)
    return (
      <li className="flex items-center gap-2 text-t2">
        <CircleDashed className="text-t3" aria-hidden="true" />
        {assignee.name}
        <span className="text-t3">
          not decided
          {assignee.reaches.length > 0 && `, away: goes to ${assignee.reaches.join(", ")}`}
        </span>
      </li>
    );
  const Icon = decisionIcons[assignee.decision] ?? Check;
  const behalf = assignee.decidedBy && assignee.decidedBy !== assignee.name;
  return (
    <li className="grid gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2">
        <Icon className={decisionColours[assignee.decision]} aria-hidden="true" />
        <b className="font-medium">{assignee.decidedBy ?? assignee.name}</b>
        {behalf && <span className="text-t3">{behalfWords([...assignee.via, assignee.name])}</span>}
        <span>{decisions[assignee.decision].done.toLowerCase()}</span>
        {assignee.decidedAt && (
          <span className="text-12 text-t3">{formatInstant(assignee.decidedAt, timeZone)}</span>
        )}
      </span>
      {assignee.comment && <q className="ml-6 text-t2">{assignee.comment}</q>}
    </li>
  );
}

const need = (step: Step): string => {
  if (step.assignees.length < 2 && step.mode !== "quorum") return "";
  return step.mode === "all"
    ? "all must approve"
    : step.mode === "any"
      ? "one of them is enough"
      : `${Math.min(step.quorum, Math.max(1, step.assignees.length))} of ${step.assignees.length || step.quorum} must approve`;
};

/**
 * The steps in order with who decides, what was decided and why. Steps of one stage run side by
 * side.
 */
export function ApprovalSteps({ steps, pending }: { steps: readonly Step[]; pending: boolean }) {
  return (
    <ol className="grid gap-0">
      {steps.map((step, at) => {
        const Icon = stepIcons[step.status];
        const beside = steps.some((other, place) => place !== at && other.stage === step.stage);
        const decidedOnly = step.status !== "open" && step.assignees.some((a) => a.decision);
        return (
          <li key={step.id} className="approval-step" data-state={step.status}>
            <span className="approval-dot">
              <Icon aria-hidden="true" />
            </span>
            <div className="grid gap-1.5 pb-4">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <b className="font-medium">{step.name}</b>
                <span className="text-12 text-t3">
                  {stepWords[step.status]}
                  {beside ? ", beside the other" : ""}
                  {need(step) && ` · ${need(step)}`}
                </span>
                {step.status === "open" && pending && step.dueAt && (
                  <span className="text-12">
                    <DeadlineClock deadline={step.dueAt} short />
                  </span>
                )}
              </p>
              {step.assignees.length > 0 && (
                <ul className="grid gap-1.5 text-13">
                  {step.assignees
                    .filter((a) => !decidedOnly || a.decision)
                    .map((a) => (
                      <Decided key={a.personId} assignee={a} />
                    ))}
                </ul>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
