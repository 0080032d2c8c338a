import { Ellipsis } from "lucide-react";
import { formatCents, formatCentsShort } from "#kernel/money.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { StripBar } from "#web/kit/MoneyStrip.tsx";
import { Menu } from "#web/kit/overlays.tsx";
import { useRecord } from "#web/kit/queries.ts";
import { approvableTypes } from "../policy/policy.labels.ts";
import type { DecisionName } from "./approval.labels.ts";
import type { Approval, ApprovalDetail } from "./approval.model.ts";
import { ApprovableIcon } from "./ApprovableIcon.tsx";
import { ApprovalWarning } from "./ApprovalWarning.tsx";
import { behalfWords } from "./inbox.labels.ts";

type RowProps = {
  approval: Approval;
  active: boolean;
  checked: boolean;
  onToggle: () => void;
  onOpen: () => void;
  onDecide: (decision: DecisionName) => void;
};

const subOf = (approval: Approval) =>
  [behalfWords(approval.behalf), approval.requester, approval.department, approval.step]
    .filter(Boolean)
    .join(" · ");

/** One request in the inbox: what, from whom, how much, until when, and the decision at hand. */
export function InboxRow({ approval, active, checked, onToggle, onOpen, onDecide }: RowProps) {
  return (
    <li
      className="inbox-row"
      data-active={active}
      data-checked={checked}
      data-approval={approval.id}
    >
      <label className="table-checkbox">
        <span className="visually-hidden">Select {approval.documentNumber}</span>
        <input type="checkbox" checked={checked} onChange={onToggle} />
      </label>
      <ApprovableIcon type={approval.documentType} named />
      <button
        type="button"
        className="inbox-open"
        onClick={onOpen}
        aria-current={active ? "true" : undefined}
      >
        <span className="flex items-baseline gap-3">
          <b className="min-w-0 truncate font-medium">{approval.title}</b>
          <span className="mono shrink-0 text-12 text-t3">{approval.documentNumber}</span>
        </span>
        <span className="block truncate text-12 text-t3">{subOf(approval)}</span>
        <ApprovalWarning approval={approval} />
      </button>
      <span className="inbox-amount">
        <b className="num font-medium">{formatCents(approval.amount)}</b>
        <span className="text-12">
          <DeadlineClock deadline={approval.dueAt} short />
        </span>
      </span>
      <span className="flex gap-1">
        <button
          type="button"
          className="btn btn-small"
          onClick={() => onDecide("approve")}
          aria-label={`Approve ${approval.documentNumber}`}
        >
          Approve
        </button>
        <Menu
          label="Other decisions"
          trigger={
            <button
              type="button"
              className="btn btn-quiet btn-icon btn-small"
              aria-label={`Other decisions on ${approval.documentNumber}`}
            >
              <Ellipsis aria-hidden="true" />
            </button>
          }
          entries={[
            { label: "Return", hint: "R", onSelect: () => onDecide("return") },
            { label: "Reject", danger: true, onSelect: () => onDecide("reject") },
          ]}
        />
      </span>
    </li>
  );
}

/** What stands out: the first check that did not pass, else the step that is open. */
const noteOf = (approval: Approval, detail: ApprovalDetail | undefined): string =>
  detail?.summary.checks.find((check) => !check.ok && check.text !== approval.warning)?.text ??
  approval.step ??
  approvableTypes[approval.documentType];

/** The same on a phone: a card with large buttons. */
export function InboxCard({
  approval,
  onOpen,
  onDecide,
}: Omit<RowProps, "active" | "checked" | "onToggle">) {
  const detail = useRecord<ApprovalDetail>("/api/v1/approvals", approval.id).data;
  const line = detail?.summary.budget[0];
  const after = line ? (line.after ?? line.available) : 0;
  return (
    <li className="inbox-card">
      <div className="card-row">
        <span className="mono text-t2">{approval.documentNumber}</span>
        <DeadlineClock deadline={approval.dueAt} short />
      </div>
      <button type="button" className="card-row !items-start text-left" onClick={onOpen}>
        <b className="line-clamp-2 min-w-0 text-16 font-semibold">{approval.title}</b>
        <b className="num text-16 font-semibold">{formatCents(approval.amount)}</b>
      </button>
      <p className="truncate text-13 text-t2">
        {["Asked by", approval.requester ?? "a former member"].join(" ")}
        {approval.department && ` · ${approval.department}`}
      </p>
      <p className="truncate text-13 text-t2">
        {[behalfWords(approval.behalf), noteOf(approval, detail)].filter(Boolean).join(" · ")}
      </p>
      <ApprovalWarning approval={approval} />
      {line && (
        <div className="grid gap-1.5">
          <StripBar
            expendedCents={line.expended}
            encumberedCents={line.preEncumbered + line.encumbered + (line.available - after)}
            availableCents={after}
          />
          <div className="card-row text-12 text-t3">
            <span className="mono min-w-0 truncate">{line.code}</span>
            <span className={after < 0 ? "text-danger" : ""}>
              {after < 0
                ? `${formatCentsShort(-after)} over`
                : `${formatCentsShort(after)} free after`}
            </span>
          </div>
        </div>
      )}
      <div className="flex gap-2">
        <button
          type="button"
          className="btn btn-primary flex-[2]"
          onClick={() => onDecide("approve")}
        >
          Approve
        </button>
        <button type="button" className="btn flex-1" onClick={() => onDecide("return")}>
          Return
        </button>
        <Menu
          label="More"
          trigger={
            <button
              type="button"
              className="btn btn-icon"
              aria-label={`More for ${approval.documentNumber}`}
            >
              <Ellipsis aria-hidden="true" />
            </button>
          }
          entries={[
            { label: "Look at it", onSelect: onOpen },
            { label: "Reject", danger: true, onSelect: () => onDecide("reject") },
          ]}
        />
      </div>
    </li>
  );
}
