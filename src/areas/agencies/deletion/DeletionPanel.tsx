import { useState } from "react";
import { Link } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { endingStatuses } from "./ending.labels.ts";
import type { EndingStanding } from "./ending.model.ts";

const EndDialog = dialogOnDemand(async () => (await import("./EndDialogs.tsx")).EndDialog);
const TakeBackDialog = dialogOnDemand(
  async () => (await import("./EndDialogs.tsx")).TakeBackDialog,
);

type Ending = NonNullable<EndingStanding["ending"]>;

function Matters({ standing }: { standing: EndingStanding }) {
  if (standing.matters.length === 0) return null;
  return (
    <>
      <h3 className="mt-3">What has to end first</h3>
      <ul className="grid gap-1">
        {standing.matters.map(({ sentence, href }) => (
          <li key={sentence}>
            <Link to={href}>{sentence}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function Course({ ending, waitingDays }: { ending: Ending; waitingDays: number }) {
  const { timeZone } = useAgency();
  const { user } = useAuth();
  const [back, setBack] = useState(false);
  const act = useMutationAction("agency-ending");
  const confirm = () =>
    act.mutate(
      {
        path: `/api/v1/agency-endings/${ending.id}/actions/confirm`,
        version: ending.version,
        body: {},
      },
      {
        onSuccess: () => notify.done("Confirmed", `Deleted in ${counted(waitingDays, "day")}`),
        onError: (error) => notify.failed("Not confirmed", error),
      },
    );
  const own = ending.askedBy === user?.id;
  return (
    <div className="mt-3 grid gap-2">
      <p className="flex flex-wrap items-center gap-3">
        <Badge {...endingStatuses[ending.status]} />
        {ending.deletesAt && ending.status === "waiting" && (
          <b className="font-medium">{`Deleted from ${formatInstant(ending.deletesAt, timeZone)} on`}</b>
        )}
      </p>
      <p>{`${ending.askedName}: ${ending.reason}`}</p>
      {ending.keeper && (
        <p className="text-13 text-t2">{`${ending.keeper} keeps the records (${ending.keeperContact}).`}</p>
      )}
      {ending.confirmedName && (
        <p className="text-13 text-t2">{`Confirmed by ${ending.confirmedName}.`}</p>
      )}
      {ending.endedName && (
        <p className="text-13 text-t2">{`${ending.endedName}: ${ending.endedReason}`}</p>
      )}
      {(ending.status === "asked" || ending.status === "waiting") && (
        <p className="flex flex-wrap gap-3">
          {ending.status === "asked" && !own && (
            <button
              type="button"
              className="btn btn-danger btn-small"
              disabled={act.isPending}
              onClick={confirm}
            >
              {`Confirm: delete in ${counted(waitingDays, "day")}`}
            </button>
          )}
          <button type="button" className="btn btn-small" onClick={() => setBack(true)}>
            Take it back
          </button>
        </p>
      )}
      {ending.status === "asked" && own && (
        <p className="text-13 text-t2">Another administrator confirms it.</p>
      )}
      {back && <TakeBackDialog ending={ending} onClose={() => setBack(false)} />}
    </div>
  );
}

/** The end of the agency: what refuses it, how it stands, and its way back. */
export function DeletionPanel() {
  const [asking, setAsking] = useState(false);
  const got = useGet<EndingStanding>("agency-ending", "/api/v1/agency-ending");
  const standing = got.data;
  const open = standing?.ending && !["taken_back", "stopped"].includes(standing.ending.status);
  return (
    <Panel
      title="End the agency"
      aside={
        standing && !standing.operates && !open ? (
          <button
            type="button"
            className="btn btn-small"
            disabled={standing.matters.length > 0 || standing.administrators < 2}
            onClick={() => setAsking(true)}
          >
            Ask to end it
          </button>
        ) : null
      }
    >
      {got.isPending && <TableSkeleton columns={1} rows={2} label="Loading the end" />}
      {got.isError && <ErrorPanel error={got.error} what="The end of the agency" />}
      {standing && (
        <>
          <p className="text-t2">
            {standing.operates
              ? "This agency runs the installation: it is never deleted."
              : `One administrator asks and another confirms. ${counted(standing.waitingDays, "day")} later everything is deleted; until then it is taken back. A signed report is all that remains.`}
          </p>
          {!standing.operates && standing.administrators < 2 && (
            <p className="mt-2">Your agency has one administrator: name another one first.</p>
          )}
          <Matters standing={standing} />
          {standing.ending && (
            <Course ending={standing.ending} waitingDays={standing.waitingDays} />
          )}
          {asking && <EndDialog standing={standing} onClose={() => setAsking(false)} />}
        </>
      )}
    </Panel>
  );
}
