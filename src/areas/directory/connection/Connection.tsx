import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { GroupRules } from "../mapping/GroupRules.tsx";
import { Calls } from "./Calls.tsx";
import type { DirectoryRow, ShownToken } from "./connection.model.ts";

const TokenDialog = dialogOnDemand(async () => (await import("./TokenDialog.tsx")).TokenDialog);
const statuses = {
  active: { label: "Active", tone: "success" },
  disabled: { label: "Disabled", tone: "neutral" },
} as const;

function Tokens({
  directory,
  onShown,
}: {
  directory: DirectoryRow;
  onShown: (token: ShownToken) => void;
}) {
  const { timeZone } = useAgency();
  const make = useMutationAction<ShownToken>("directories");
  const change = useMutationAction("directories");
  const good = directory.tokens.filter((token) => token.good);
  return (
    <section className="grid gap-2">
      <h3>Tokens</h3>
      {good.length === 0 && <p className="text-t2">None is good: the directory cannot call.</p>}
      <ul className="grid gap-2">
        {good.map((token) => (
          <li key={token.id} className="flex flex-wrap items-center gap-3">
            <span className="mono">{token.prefix}…</span>
            <span className="text-13 text-t3">
              until {formatInstant(token.expiresAt, timeZone)}
              {token.lastUsedAt
                ? ` · last used ${formatInstant(token.lastUsedAt, timeZone)}`
                : " · never used"}
            </span>
            <button
              type="button"
              className="btn btn-small ml-auto"
              aria-label={`Revoke ${token.prefix}`}
              onClick={() =>
                change.mutate(
                  { path: `/api/v1/directory-tokens/${token.id}/actions/revoke` },
                  {
                    onSuccess: () => notify.done("Revoked", "It opens nothing any more."),
                    onError: (error) => notify.failed("Not revoked", error),
                  },
                )
              }
            >
              Revoke
            </button>
          </li>
        ))}
      </ul>
      {good.length < 2 && (
        <button
          type="button"
          className="btn btn-small justify-self-start"
          onClick={() =>
            make.mutate(
              { path: `/api/v1/directories/${directory.id}/tokens`, body: { days: 365 } },
              { onSuccess: onShown, onError: (error) => notify.failed("No token was made", error) },
            )
          }
        >
          New token for a year
        </button>
      )}
    </section>
  );
}

const standOf = ({ users, ended, unlinked, groups }: DirectoryRow): string =>
  [
    `${counted(users, "person", "people")} active`,
    `${ended} ended`,
    counted(groups.length, "group"),
    ...(unlinked > 0 ? [`${unlinked} with an account that nobody brought here`] : []),
  ].join(" · ");

/** One directory: where it calls, its tokens, what its groups give, what it asked. */
export function Connection({ directory }: { directory: DirectoryRow }) {
  const [token, setToken] = useState<ShownToken | null>(null);
  const change = useMutationAction("directories");
  const next = directory.status === "active" ? "disable" : "enable";
  return (
    <Panel
      title={directory.name}
      aside={<StatusBadge statuses={statuses} status={directory.status} />}
    >
      <div className="grid gap-5">
        <p className="text-t2">{standOf(directory)}</p>
        <p>
          It calls <span className="mono break-all">{`${location.origin}/scim/v2`}</span> with one
          of its tokens.
        </p>
        <Tokens directory={directory} onShown={setToken} />
        <GroupRules directory={directory} />
        <Calls directoryId={directory.id} />
        <button
          type="button"
          className="btn btn-small justify-self-start"
          onClick={() =>
            change.mutate(
              { path: `/api/v1/directories/${directory.id}/actions/${next}` },
              { onError: (error) => notify.failed("Nothing was changed", error) },
            )
          }
        >
          {next === "disable" ? "Stop this directory" : "Take it up again"}
        </button>
      </div>
      {token && <TokenDialog token={token} onClose={() => setToken(null)} />}
    </Panel>
  );
}
