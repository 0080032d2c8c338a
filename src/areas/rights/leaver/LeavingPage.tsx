import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { ApiProblem } from "#web/kit/api.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, NoSuchRecord, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Waits } from "../people/Waits.tsx";
import { LeavingForm } from "./LeavingForm.tsx";
import type { LeavingPage as Page, LeavingRow } from "./leaver.model.ts";

function Outcome({ leaving }: { leaving: LeavingRow }) {
  if (!leaving.outcome?.length) return <p className="text-t2">Nothing hung on this person.</p>;
  return (
    <ul className="grid gap-2">
      {leaving.outcome.map((one) => (
        <li key={one.kind}>
          <b className="font-medium">{one.label}</b>
          {one.left === 0 ? `: ${one.taken} handed over` : `: ${one.left} left. ${one.note}`}
        </li>
      ))}
    </ul>
  );
}

function Planned({ leaving }: { leaving: LeavingRow }) {
  const { timeZone } = useAgency();
  const act = useMutationAction("leavings", "people", "leaving");
  const cancel = () =>
    act.mutate(
      {
        path: `/api/v1/leavings/${leaving.id}/actions/cancel`,
        body: {},
        version: leaving.version,
      },
      {
        onSuccess: () => notify.done("Revoked", `${leaving.personName} stays.`),
        onError: (error) => notify.failed("Not taken back", error),
      },
    );
  return (
    <div className="notice tone-warning">
      <p>
        Access ends on {formatInstant(leaving.endsAt, timeZone)}, whether everything is handed over
        or not. Planned by {leaving.plannerName}: {leaving.reason}.{" "}
        <button
          type="button"
          className="btn btn-small ml-2"
          disabled={act.isPending}
          onClick={cancel}
        >
          Take back
        </button>
      </p>
    </div>
  );
}

/** /user-management/:id/leaving: what hangs on somebody, successors, and the instant of the end. */
export default function LeavingPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const { timeZone } = useAgency();
  const page = useGet<Page>("leaving", `/api/v1/people/${id}/leaving`, {
    enabled: can("member.edit"),
  });
  if (!can("member.edit"))
    return (
      <EmptyState page kind="no-access" title="Administrators end memberships">
        Ask an administrator of your agency.
      </EmptyState>
    );
  if (page.error instanceof ApiProblem && page.error.status === 404)
    return <NoSuchRecord back={{ path: pathTo("people"), title: "User management" }} />;
  if (page.isError)
    return <ErrorPanel error={page.error} what="The page" onRetry={() => void page.refetch()} />;
  if (!page.data) return <RecordSkeleton />;
  const { person, leaving, holds } = page.data;
  return (
    <div className="stack">
      <h1>{person.name} leaves</h1>
      {leaving?.status === "planned" && <Planned leaving={leaving} />}
      {leaving?.status === "ended" && (
        <Panel title={`Left on ${formatInstant(leaving.endsAt, timeZone)}`}>
          <Outcome leaving={leaving} />
        </Panel>
      )}
      <Panel title="Open responsibilities">
        <Waits waits={holds} />
      </Panel>
      {person.active && (
        <Panel title="Successors and the end">
          <LeavingForm
            key={leaving?.version ?? 0}
            personId={person.id}
            holds={holds}
            leaving={leaving?.status === "planned" ? leaving : null}
          />
        </Panel>
      )}
    </div>
  );
}
