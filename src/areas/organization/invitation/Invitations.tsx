import { UserPlus } from "lucide-react";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge, type StatusLook } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { roleLabels } from "../member/member.labels.ts";
import type { InvitationRow } from "../member/member.model.ts";

const looks: StatusLook = {
  open: { label: "Open", tone: "info" },
  accepted: { label: "Accepted", tone: "success" },
  revoked: { label: "Withdrawn", tone: "neutral" },
  expired: { label: "Run out", tone: "warning" },
};

function Row({ row, timeZone }: { row: InvitationRow; timeZone: string }) {
  const act = useMutationAction("invitations");
  const run = (action: "resend" | "revoke", said: string) =>
    act.mutate(
      { path: `/api/v1/invitations/${row.id}/actions/${action}` },
      { onSuccess: () => notify.done(said), onError: (error) => notify.failed("Not done", error) },
    );
  const live = row.status === "open" || row.status === "expired";
  return (
    <tr>
      <td>
        <b className="font-medium">{row.email}</b>
      </td>
      <td>{roleLabels[row.role].label}</td>
      <td>{row.invitedByName}</td>
      <td>
        <StatusBadge statuses={looks} status={row.status} />
      </td>
      <td>{formatInstant(row.expiresAt, timeZone)}</td>
      <td className="num">
        {live && (
          <span className="inline-flex gap-2">
            <button
              type="button"
              className="btn btn-small"
              disabled={act.isPending}
              onClick={() => run("resend", "Sent again")}
            >
              Send again
            </button>
            <button
              type="button"
              className="btn btn-small"
              disabled={act.isPending}
              onClick={() => run("revoke", "Withdrawn")}
            >
              Withdraw
            </button>
          </span>
        )}
      </td>
    </tr>
  );
}

/** Who was asked to join, and what came of it. */
export function Invitations({ onInvite }: { onInvite: () => void }) {
  const { timeZone } = useAgency();
  const list = useGet<{ items: InvitationRow[] }>("invitations", "/api/v1/invitations");
  const button = (
    <button type="button" className="btn" onClick={onInvite}>
      <UserPlus aria-hidden="true" />
      Invite
    </button>
  );
  return (
    <div className="grid gap-4">
      {list.isPending && <TableSkeleton columns={5} />}
      {list.isError && (
        <ErrorPanel error={list.error} what="Invitations" onRetry={() => void list.refetch()} />
      )}
      {list.data?.items.length === 0 && (
        <EmptyState kind="first-use" title="No invitations yet" action={button}>
          Invite colleagues by their address; role, duties and department are ready when they
          arrive.
        </EmptyState>
      )}
      {list.data && list.data.items.length > 0 && (
        <>
          <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Invitations">
            <table className="ledger w-full">
              <caption className="visually-hidden">Invitations</caption>
              <thead>
                <tr>
                  <th scope="col">Email</th>
                  <th scope="col">Role</th>
                  <th scope="col">Invited by</th>
                  <th scope="col">Status</th>
                  <th scope="col">Open until</th>
                  <th scope="col">
                    <span className="visually-hidden">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {list.data.items.map((row) => (
                  <Row key={row.id} row={row} timeZone={timeZone} />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </div>
  );
}
