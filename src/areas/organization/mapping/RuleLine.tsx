import type { ReactNode } from "react";
import { dutyLabels } from "#roles.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { roleLabels } from "../member/member.labels.ts";
import { ruleStatuses } from "./rule.labels.ts";
import type { RuleRow } from "./rule.model.ts";

export type RuleAction = "confirm" | "decline" | "remove";

const gives = (row: RuleRow): string =>
  [
    ...(row.role ? [roleLabels[row.role].label] : []),
    ...row.duties.map((duty) => dutyLabels[duty].label),
    ...(row.departmentName ? [row.departmentName] : []),
  ].join(", ");

/** One rule of what a group gives, with what may be done to it. `name` is the group in words. */
export function RuleLine({
  row,
  name,
  children,
  onAct,
}: {
  row: RuleRow;
  name: string;
  children: ReactNode;
  onAct: (action: RuleAction) => void;
}) {
  return (
    <li className="flex flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <p>
          {children} gives {gives(row)}
        </p>
        <p className="text-13 text-t3">
          Written by {row.askedByName ?? "somebody who left"}
          {row.decidedByName ? `, decided by ${row.decidedByName}` : ""}
        </p>
      </div>
      <StatusBadge statuses={ruleStatuses} status={row.status} />
      {row.mayDecide && (
        <>
          <button
            type="button"
            className="btn btn-small btn-primary"
            onClick={() => onAct("confirm")}
          >
            Confirm
          </button>
          <button type="button" className="btn btn-small" onClick={() => onAct("decline")}>
            Decline
          </button>
        </>
      )}
      <button
        type="button"
        className="btn btn-small"
        aria-label={`Remove what ${name} gives`}
        onClick={() => onAct("remove")}
      >
        Remove
      </button>
    </li>
  );
}
