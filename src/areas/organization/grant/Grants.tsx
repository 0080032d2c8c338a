import { Info } from "lucide-react";
import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { dutyLabels, type Duty } from "#roles.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { grantInWords, grantStatuses } from "./grant.labels.ts";
import type { GrantList, GrantRow } from "./grant.model.ts";

const DecideDialog = dialogOnDemand(async () => (await import("./DecideDialog.tsx")).DecideDialog);

export type Deciding = { grant: GrantRow; decision: "confirm" | "decline" };

const story = (row: GrantRow, timeZone: string): string =>
  [
    `${row.status === "alone" ? "Granted by" : row.status === "taken" ? "By" : "Asked by"} ${row.askedByName ?? "somebody"}, ${formatInstant(row.createdAt, timeZone)}`,
    row.decidedByName && row.decidedAt
      ? `decided by ${row.decidedByName}, ${formatInstant(row.decidedAt, timeZone)}`
      : "",
    row.reason ?? "",
    row.why && `for: ${row.why}`,
    ...Object.entries(row.dutyEnds).map(
      ([duty, end]) =>
        end && `${dutyLabels[duty as Duty].label} until ${formatInstant(end, timeZone)}`,
    ),
  ]
    .filter(Boolean)
    .join(" · ");

function Row({ row, onDecide }: { row: GrantRow; onDecide: (deciding: Deciding) => void }) {
  const { timeZone } = useAgency();
  const act = useMutationAction("access-grants", "members");
  const withdraw = () =>
    act.mutate(
      {
        path: `/api/v1/access-grants/${row.id}/actions/withdraw`,
        body: {},
        version: row.version,
      },
      {
        onSuccess: () => notify.done("Taken back", row.personName),
        onError: (error) => notify.failed("Not done", error),
      },
    );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hair py-3">
      <div className="min-w-0 flex-1 basis-full sm:basis-0">
        <b className="font-medium">{row.personName}</b>
        {grantInWords(row) && <span>: {grantInWords(row)}</span>}
        {row.roleExpiresAt && (
          <span className="text-t2"> until {formatInstant(row.roleExpiresAt, timeZone)}</span>
        )}
        <p className="text-13 text-t3">{story(row, timeZone)}</p>
      </div>
      <StatusBadge statuses={grantStatuses} status={row.status} />
      {row.mayConfirm && (
        <span className="inline-flex gap-2">
          <button
            type="button"
            className="btn btn-small btn-primary"
            onClick={() => onDecide({ grant: row, decision: "confirm" })}
          >
            Confirm<span className="visually-hidden"> for {row.personName}</span>
          </button>
          <button
            type="button"
            className="btn btn-small"
            onClick={() => onDecide({ grant: row, decision: "decline" })}
          >
            Decline<span className="visually-hidden"> for {row.personName}</span>
          </button>
        </span>
      )}
      {row.mayWithdraw && (
        <button type="button" className="btn btn-small" disabled={act.isPending} onClick={withdraw}>
          Take back<span className="visually-hidden"> for {row.personName}</span>
        </button>
      )}
    </li>
  );
}

/** Roles and duties with money powers that wait for a second person, and what became of others. */
export function Grants() {
  const list = useGet<GrantList>("access-grants", "/api/v1/access-grants");
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  return (
    <div className="grid gap-4">
      <p className="max-w-[70ch] text-t2">
        Roles and duties that pay, award, open bids or verify bank details hold once a second
        administrator or officer confirms them; whatever somebody gives themselves does too.
      </p>
      {list.data?.alone && (
        <div className="notice tone-warning">
          <Info aria-hidden="true" />
          <p>
            Nobody else of your agency may confirm: what you grant holds at once. It stays listed
            here and is marked in the audit record. Make somebody else administrator.
          </p>
        </div>
      )}
      {list.isPending && <TableSkeleton columns={3} />}
      {list.isError && (
        <ErrorPanel error={list.error} what="Access" onRetry={() => void list.refetch()} />
      )}
      {list.data?.items.length === 0 && (
        <EmptyState kind="first-use" title="Nothing waits">
          Who is given a role or duty with money powers appears here.
        </EmptyState>
      )}
      {list.data && list.data.items.length > 0 && (
        <ul className="grid border-t border-hair" aria-label="Access that waits or was decided">
          {list.data.items.map((row) => (
            <Row key={row.id} row={row} onDecide={setDeciding} />
          ))}
        </ul>
      )}
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(null)} />}
    </div>
  );
}
