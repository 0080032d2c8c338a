import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { securityEventWords } from "#areas/identity/identity.public.ts";
import { OpenSessions, Passkeys, SecondFactor } from "#areas/identity/identity.ui.tsx";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { api } from "#web/kit/api.ts";
import { ConfirmDialog } from "#web/kit/ConfirmDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { expireSession } from "#web/auth/session.ts";
import type { SignInRow } from "../statement/statement.model.ts";

/** Ends everything at once, after a question. */
function NotMe({ onClose }: { onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      const { message } = await api<{ message: string }>("/api/v1/me/not-me", {
        method: "POST",
        body: {},
      });
      expireSession(message);
    } catch (error) {
      setBusy(false);
      notify.failed("Not done", error);
    }
  };
  return (
    <ConfirmDialog
      title="That was not me"
      description="All your sessions end, this one too. Your password opens the account no more: a letter to your address asks for a new one. Your administrators are told."
      confirm="End everything"
      ready={!busy}
      onClose={onClose}
      onConfirm={() => void send()}
    />
  );
}

function SignIns() {
  const { timeZone } = useAgency();
  const [asking, setAsking] = useState(false);
  const read = useGet<{ items: SignInRow[] }>("my-sign-ins", "/api/v1/me/sign-ins");
  return (
    <Panel
      title="Your sign-ins"
      flush
      aside={
        <button type="button" className="btn btn-small" onClick={() => setAsking(true)}>
          That was not me
        </button>
      }
    >
      {read.isPending && <TableSkeleton columns={3} rows={4} label="Loading your sign-ins" />}
      {read.isError && (
        <div className="p-4">
          <ErrorPanel error={read.error} what="Your sign-ins" />
        </div>
      )}
      <ul className="max-h-[420px] overflow-y-auto" tabIndex={0} aria-label="Your sign-ins">
        {read.data?.items.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center gap-3 border-b border-hair px-4 py-2 last:border-0"
          >
            <span className="min-w-0 flex-1">
              {securityEventWords(one.kind)}
              <span className="block text-13 text-t3">
                {formatInstant(one.at, timeZone)}
                {one.address && ` · ${one.address}`}
              </span>
            </span>
            {one.current && <Badge tone="neutral" label="This session" />}
          </li>
        ))}
      </ul>
      {asking && <NotMe onClose={() => setAsking(false)} />}
    </Panel>
  );
}

/** /security-settings: one's own sign-ins, devices and factors, and what to do about a strange one. */
export default function SecuritySettings() {
  return (
    <div className="stack">
      <h1>Security settings</h1>
      <SignIns />
      <OpenSessions />
      <SecondFactor />
      <Passkeys />
    </div>
  );
}
