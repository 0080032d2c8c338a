import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import type { InstallationAccount } from "#areas/organization/organization.public.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { notify } from "#web/kit/Toasts.tsx";

type Page = { items: InstallationAccount[]; total: number };
type Step = "lock" | "unlock";
type Asking = { account: InstallationAccount; step: Step };

const shows = [
  { id: "all", label: "All" },
  { id: "locked", label: "Locked" },
  { id: "unconfirmed", label: "Address not confirmed" },
] as const;

const stateOf = (row: InstallationAccount, timeZone: string): string =>
  [
    row.lockedAt ? `Locked since ${formatInstant(row.lockedAt, timeZone)}` : "",
    row.confirmed ? "" : "Address not confirmed",
    row.secondFactor ? "Second factor" : "No second factor",
    row.lastSignInAt
      ? `last sign-in ${formatInstant(row.lastSignInAt, timeZone)}`
      : "never signed in",
  ]
    .filter(Boolean)
    .join(" · ");

function Row({ row, onAsk }: { row: InstallationAccount; onAsk: (asking: Asking) => void }) {
  const { timeZone } = useAgency();
  const act = useMutationAction("accounts");
  const step: Step = row.lockedAt ? "unlock" : "lock";
  const resend = () =>
    act.mutate(
      { path: `/api/v1/accounts/${row.id}/actions/resend-confirmation`, body: {} },
      {
        onSuccess: () => notify.done("Letter sent", row.email),
        onError: (error) => notify.failed("Not sent", error),
      },
    );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hair py-3">
      <div className="min-w-0 flex-1 basis-full sm:basis-0">
        <b className="font-medium">{row.name}</b> <span className="text-t2">{row.email}</span>
        <p className="text-13 text-t3">{stateOf(row, timeZone)}</p>
      </div>
      {!row.confirmed && (
        <button type="button" className="btn btn-small" disabled={act.isPending} onClick={resend}>
          Send the link again<span className="visually-hidden"> to {row.email}</span>
        </button>
      )}
      <button type="button" className="btn btn-small" onClick={() => onAsk({ account: row, step })}>
        {step === "lock" ? "Lock" : "Unlock"}
        <span className="visually-hidden"> {row.email}</span>
      </button>
    </li>
  );
}

/** Accounts of the installation: locked and unlocked here; nothing of any agency's business. */
export function Accounts() {
  const [q, setQ] = useState("");
  const [show, setShow] = useState<(typeof shows)[number]["id"]>("all");
  const [asking, setAsking] = useState<Asking | null>(null);
  const act = useMutationAction("accounts");
  const list = useGet<Page>(
    "accounts",
    `/api/v1/accounts?q=${encodeURIComponent(q)}&show=${show}`,
    { keep: true },
  );
  const decide = (reason: string) => {
    if (!asking) return;
    const { account, step } = asking;
    act.mutate(
      { path: `/api/v1/accounts/${account.id}/actions/${step}`, body: { reason } },
      {
        onSuccess: () => notify.done(step === "lock" ? "Locked" : "Unlocked", account.email),
        onError: (error) => notify.failed("Not done", error),
      },
    );
    setAsking(null);
  };
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <label className="field">
          <span className="label">Find an account</span>
          <input
            className="field-control"
            type="search"
            value={q}
            onChange={(event) => setQ(event.target.value)}
          />
        </label>
        <label className="field">
          <span className="label">Show</span>
          <select
            className="field-control"
            value={show}
            onChange={(event) => setShow(event.target.value as typeof show)}
          >
            {shows.map((one) => (
              <option key={one.id} value={one.id}>
                {one.label}
              </option>
            ))}
          </select>
        </label>
        {list.data && <p className="pb-2 text-13 text-t3">{list.data.total} found</p>}
      </div>
      {list.isPending && <TableSkeleton columns={3} />}
      {list.isError && (
        <ErrorPanel error={list.error} what="Accounts" onRetry={() => void list.refetch()} />
      )}
      {list.data?.items.length === 0 && (
        <EmptyState kind="no-results" title="No such account">
          Change what you look for.
        </EmptyState>
      )}
      {list.data && list.data.items.length > 0 && (
        <ul className="grid border-t border-hair" aria-label="Accounts">
          {list.data.items.map((row) => (
            <Row key={row.id} row={row} onAsk={setAsking} />
          ))}
        </ul>
      )}
      {asking && (
        <TextDialog
          title={`${asking.step === "lock" ? "Lock" : "Unlock"} ${asking.account.email}?`}
          hint={
            asking.step === "lock"
              ? "Nobody signs in with it, and every session of it ends now."
              : "Its owner signs in as before."
          }
          label="Why"
          confirm={asking.step === "lock" ? "Lock" : "Unlock"}
          onClose={() => setAsking(null)}
          onConfirm={decide}
        />
      )}
    </div>
  );
}
