import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { ConfirmDialog } from "#web/kit/ConfirmDialog.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import type { ProviderRow } from "../provider/provider.model.ts";
import { BreakGlassForm } from "./BreakGlassForm.tsx";
import type { Enforcing } from "./enforcing.model.ts";
import { PreflightPanel } from "./PreflightPanel.tsx";

const path = "/api/v1/sign-in-enforcing";
const mostShown = 30;

function InForce({ now }: { now: Enforcing & { rule: NonNullable<Enforcing["rule"]> } }) {
  const { timeZone } = useAgency();
  const [ending, setEnding] = useState(false);
  const change = useMutationAction("sign-in-enforcing", "sign-in-providers");
  const { rule } = now;
  const end = () =>
    change.mutate(
      { path: `${path}/actions/end`, body: {} },
      {
        onSuccess: () => notify.done("Every way in counts again"),
        onError: (error) => notify.failed("Nothing was changed", error),
        onSettled: () => setEnding(false),
      },
    );
  return (
    <div className="stack">
      {now.broken.length > 0 && (
        <div className="notice tone-warning" role="status">
          <p>What was asked before it was enforced, and no longer holds:</p>
          <ul className="list-disc pl-5">
            {now.broken.slice(0, mostShown).map((one) => (
              <li key={one.key}>{one.sentence}</li>
            ))}
          </ul>
          {now.broken.length > mostShown && <p>And {now.broken.length - mostShown} more.</p>}
        </div>
      )}
      <Panel
        title={`The agency is entered through ${rule.providerName}`}
        aside={
          <button type="button" className="btn btn-small" onClick={() => setEnding(true)}>
            End it
          </button>
        }
      >
        <Facts>
          <Fact label="Since">{formatInstant(rule.enforcedAt, timeZone)}</Fact>
          <Fact label="Come in beside it">
            {now.breakGlass.map((one) => one.name).join(", ") || "nobody"}
          </Fact>
          {rule.liftedUntil && !rule.inForce && (
            <Fact label="Lifted by whoever runs the server until">
              {formatInstant(rule.liftedUntil, timeZone)}: {rule.liftedReason}
            </Fact>
          )}
        </Facts>
      </Panel>
      <BreakGlassForm chosen={now.breakGlass} />
      {ending && (
        <ConfirmDialog
          title="Let every way in count again?"
          description={`Passwords, passkeys and Google open the agency again, beside ${rule.providerName}. Every administrator is told.`}
          confirm="End enforcing"
          onClose={() => setEnding(false)}
          onConfirm={end}
        />
      )}
    </div>
  );
}

/** The tab Enforcing: whether the agency is entered through its provider alone, and by whom else. */
export function EnforcingTab() {
  const now = useGet<Enforcing>("sign-in-enforcing", path);
  const providers = useGet<{ items: ProviderRow[] }>(
    "sign-in-providers",
    "/api/v1/sign-in-providers",
  );
  if (now.isPending || providers.isPending) return <TableSkeleton columns={2} />;
  if (now.isError)
    return <ErrorPanel error={now.error} what="Enforcing" onRetry={() => void now.refetch()} />;
  if (providers.isError)
    return (
      <ErrorPanel
        error={providers.error}
        what="Providers"
        onRetry={() => void providers.refetch()}
      />
    );
  const { rule } = now.data;
  if (rule) return <InForce now={{ ...now.data, rule }} />;
  const ready = providers.data.items.filter((one) => one.status !== "disabled");
  if (ready.length === 0)
    return (
      <Panel title="Every way in counts">
        <p className="text-t2">Set a provider up first, test it and activate it.</p>
      </Panel>
    );
  return <PreflightPanel providers={ready} />;
}
