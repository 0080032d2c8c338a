import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { ConfirmDialog } from "#web/kit/ConfirmDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { EmptyState } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { KeyRow, ProgramRecord } from "../account/program.model.ts";

const useRevoke = (onSettled: () => void) => {
  const change = useMutationAction("programs");
  return (key: KeyRow) =>
    change.mutate(
      { path: `/api/v1/program-keys/${key.id}/actions/revoke` },
      {
        onSuccess: () => notify.done("Revoked", "It opens nothing any more, wherever it is used."),
        onError: (error) => notify.failed("Not revoked", error),
        onSettled,
      },
    );
};

function Line({ item, onRevoke }: { item: KeyRow; onRevoke: (() => void) | null }) {
  const { timeZone } = useAgency();
  const at = (instant: Instant) => formatInstant(instant, timeZone);
  const use = item.lastUsedAt
    ? `last used ${at(item.lastUsedAt)} from ${item.lastUsedFrom}`
    : "never used";
  return (
    <li className="grid gap-1 border-b border-hair pb-4 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="mono">{item.prefix}…</span>
        <span className={item.good ? "badge tone-success" : "badge"}>
          {item.good ? "Good" : item.revokedAt ? "Revoked" : "Over"}
        </span>
        {onRevoke && (
          <button
            type="button"
            className="btn btn-small ml-auto"
            aria-label={`Revoke ${item.prefix}`}
            onClick={onRevoke}
          >
            Revoke
          </button>
        )}
      </div>
      <p className="text-13 text-t2">
        {counted(item.calls, "call")} · {use}
      </p>
      <p className="text-13 text-t3">
        {item.revokedAt ? `revoked ${at(item.revokedAt)}` : `until ${at(item.expiresAt)}`} ·{" "}
        {counted(item.callsPerMinute, "call")} a minute ·{" "}
        {item.networks.length === 0 ? "from everywhere" : `from ${item.networks.join(", ")}`}
      </p>
    </li>
  );
}

/** The keys of a program, newest first; what is over stays to be read. */
export function KeyList({ program }: { program: ProgramRecord }) {
  const { can } = useAuth();
  const [asked, setAsked] = useState<KeyRow | null>(null);
  const revoke = useRevoke(() => setAsked(null));
  const may = program.mine || can("program.edit");
  if (program.keyList.length === 0)
    return (
      <EmptyState kind="first-use" title="No key yet">
        {program.mine
          ? "Make one, and give it to the program. It is shown once."
          : `${program.ownerName} makes it: what the program does counts as theirs.`}
      </EmptyState>
    );
  return (
    <div className="grid gap-4">
      <ul className="grid gap-4">
        {program.keyList.map((item) => (
          <Line
            key={item.id}
            item={item}
            onRevoke={may && item.good ? () => setAsked(item) : null}
          />
        ))}
      </ul>
      <p className="text-13 text-t3">
        To change a key, make a second one, give it to the program, and revoke the first when it is
        not used any more.
      </p>
      {asked && (
        <ConfirmDialog
          title={`Revoke ${asked.prefix}…?`}
          description="From the next call on it opens nothing, on every server. It cannot be taken back."
          confirm="Revoke"
          onClose={() => setAsked(null)}
          onConfirm={() => revoke(asked)}
        />
      )}
    </div>
  );
}
