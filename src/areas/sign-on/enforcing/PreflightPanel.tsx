import { CircleCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { ConfirmDialog } from "#web/kit/ConfirmDialog.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ProviderRow } from "../provider/provider.model.ts";
import type { Preflight } from "./enforcing.model.ts";
import { PeopleChoice } from "./PeopleChoice.tsx";

function Checks({ checks }: { checks: Preflight["checks"] }) {
  return (
    <ul className="grid gap-2">
      {checks.map(({ sentence, ok }) => (
        <li key={sentence} className="flex items-start gap-2">
          {ok ? (
            <CircleCheck className="mt-1 size-4 shrink-0 text-success" aria-hidden="true" />
          ) : (
            <TriangleAlert className="mt-1 size-4 shrink-0 text-warning" aria-hidden="true" />
          )}
          <span>
            {sentence} <span className="text-t3">{ok ? "Yes." : "Not yet."}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function LockedOut({ seen }: { seen: Preflight }) {
  if (seen.lockedOut.length === 0) return <p>Everybody could still come in.</p>;
  return (
    <ul className="grid gap-2">
      {seen.lockedOut.map((one) => (
        <li key={one.id}>
          <b className="font-medium">{one.name}</b>{" "}
          <span className="text-13 text-t3">{one.email}</span>
          <p className="text-13 text-t2">{one.why}</p>
        </li>
      ))}
    </ul>
  );
}

/** The preflight: what is missing, who could no longer enter, and the button that enforces it. */
export function PreflightPanel({ providers }: { providers: readonly ProviderRow[] }) {
  const [providerId, setProviderId] = useState(providers[0]!.id);
  const [people, setPeople] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState(false);
  const change = useMutationAction("sign-in-enforcing", "sign-in-providers");
  const seen = useGet<Preflight>(
    "sign-in-enforcing",
    `/api/v1/sign-in-providers/${providerId}/preflight?breakGlass=${people.join(",")}`,
    { keep: true },
  );
  const name = providers.find((one) => one.id === providerId)?.name ?? "";
  if (seen.isPending) return <TableSkeleton columns={2} />;
  if (seen.isError)
    return <ErrorPanel error={seen.error} what="Preflight" onRetry={() => void seen.refetch()} />;
  const out = seen.data.lockedOut.length;
  const enforce = () =>
    change.mutate(
      {
        path: "/api/v1/sign-in-enforcing/actions/enforce",
        body: { providerId, breakGlass: people, acknowledged: out },
      },
      {
        onSuccess: () => notify.done(`The agency is entered through ${name} now`),
        onError: (error) => notify.failed("Nothing was changed", error),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <div className="stack">
      <Panel title="Enter the agency through its provider alone">
        <label className="field">
          <span className="label">Provider</span>
          <select
            className="field-control"
            value={providerId}
            onChange={(event) => setProviderId(event.target.value)}
          >
            {providers.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        <div className="my-4">
          <PeopleChoice chosen={people} onChange={setPeople} />
        </div>
        <Checks checks={seen.data.checks} />
        <button
          type="button"
          className="btn btn-primary mt-4"
          aria-disabled={!seen.data.checks.every((check) => check.ok)}
          onClick={() => {
            if (seen.data.checks.every((check) => check.ok)) setAsking(true);
          }}
        >
          Enforce it
        </button>
      </Panel>
      <Panel
        title={`Could no longer enter: ${counted(out, "person", "people")}`}
        aside={`${seen.data.linked} linked`}
      >
        <LockedOut seen={seen.data} />
      </Panel>
      {asking && (
        <ConfirmDialog
          title={`Enter the agency through ${name} alone?`}
          description={`Passwords, passkeys and Google open it no more. ${counted(out, "person", "people")} must link their accounts first; each is told by letter.`}
          confirm="Enforce it"
          onClose={() => setAsking(false)}
          onConfirm={enforce}
        />
      )}
    </div>
  );
}
