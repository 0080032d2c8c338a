import { useState } from "react";
import { useParams } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { messageOf } from "#web/kit/api.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { lateSays, timeOf, windowSays } from "../plan/clock.model.ts";
import type { PlanStatus } from "../plan/plan.labels.ts";
import { stopStatuses } from "../stop/stop.labels.ts";
import type { DriverStop } from "../stop/stop.model.ts";

const EndDialog = dialogOnDemand(async () => (await import("./EndDialog.tsx")).EndDialog);

type Drive = {
  number: string;
  name: string;
  onDay: Day;
  status: PlanStatus;
  stops: DriverStop[];
};
type Ending = { stop: DriverStop; how: "done" | "fail" };

const phoneIn = (contact: string): string | null => {
  const digits = contact.replaceAll(/[^\d+]/g, "");
  return digits.length >= 7 ? digits : null;
};

function About({ stop }: { stop: DriverStop }) {
  const { told } = stop;
  const phone = phoneIn(told.contact);
  return (
    <>
      <p>{told.place}</p>
      {[windowSays(told), told.contact, told.note].filter(Boolean).map((text) => (
        <p key={text} className="text-t2">
          {text}
        </p>
      ))}
      <p className="flex flex-wrap gap-2">
        {phone && (
          <a className="btn" href={`tel:${phone}`}>
            Call
          </a>
        )}
        <a className="btn" href={`geo:${told.latitude},${told.longitude}`}>
          Show the way
        </a>
      </p>
    </>
  );
}

/** The stop that comes next, with what is said of it there. */
function Next({ stop, end }: { stop: DriverStop; end: (ending: Ending) => void }) {
  const [refused, setRefused] = useState("");
  const act = useMutationAction<{ path?: string }>("route-plans");
  const offered = (name: string) => stop.actions.some((a) => a.name === name && a.enabled);
  const press = (name: string, version?: number) =>
    act
      .mutateAsync({
        method: "POST",
        path: `/api/v1/route-stops/${stop.id}/actions/${name}`,
        body: {},
        ...(version === undefined ? {} : { version }),
      })
      .then(
        ({ path }) => {
          setRefused("");
          if (name === "hand-over" && path) window.location.assign(path);
        },
        (failed: unknown) => setRefused(messageOf(failed)),
      );
  const transfer = ["stockTransfer", "shipNotice"].includes(stop.sourceType);
  const there = stop.status === "arrived";
  return (
    <section className="panel grid gap-3 p-4" aria-label="Next stop">
      <h2>
        {stop.planned!.place}. {stop.told.name}
      </h2>
      <p className="text-t2">
        {there ? "You are there" : `Expected at ${timeOf(stop.planned!.arrival * 60)}`}
        {stop.minutesLate !== null && `, ${lateSays(stop.minutesLate)}`}
      </p>
      <About stop={stop} />
      {refused && (
        <p role="alert" className="notice tone-danger">
          {refused}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {offered("arrive") && (
          <button
            type="button"
            className="btn btn-primary"
            disabled={act.isPending}
            onClick={() => void press("arrive", stop.version)}
          >
            Arrived
          </button>
        )}
        {there && transfer && (
          <button
            type="button"
            className="btn btn-primary"
            disabled={act.isPending}
            onClick={() => void press("hand-over")}
          >
            Hand over
          </button>
        )}
        {offered("done") && (
          <button
            type="button"
            className="btn btn-primary"
            onClick={() => end({ stop, how: "done" })}
          >
            Done
          </button>
        )}
        {offered("fail") && (
          <button type="button" className="btn" onClick={() => end({ stop, how: "fail" })}>
            Could not deliver
          </button>
        )}
      </div>
    </section>
  );
}

const said = ({ status, stops }: Drive): string => {
  const open = stops.filter((stop) => stop.status === "open" || stop.status === "arrived");
  if (stops.length === 0) return "You drive nothing of this plan";
  if (status === "released")
    return open.length > 0
      ? `${counted(open.length, "stop")} to go`
      : "Every stop of yours has its end";
  return status === "driven" || status === "closed"
    ? "It was driven"
    : "It is planned again: wait for your new list before you drive on";
};

/** What a driver has in hand: the next stop, then the others in their order. */
export default function DrivePage() {
  const { id = "" } = useParams();
  const [ending, setEnding] = useState<Ending | null>(null);
  const { data, error, refetch } = useGet<Drive>("route-plans", `/api/v1/route-plans/${id}/drive`);
  if (!data)
    return error ? (
      <ErrorPanel error={error} what="Your route" onRetry={() => void refetch()} />
    ) : (
      <RecordSkeleton />
    );
  const vehicles = [...new Set(data.stops.map(({ planned }) => planned!.vehicle))];
  return (
    <div className="stack">
      <header className="grid gap-2">
        <h1>{data.name}</h1>
        <p className="text-t2">
          <span className="mono">{data.number}</span> · {formatDate(data.onDay)}
        </p>
        <Finding parts={[{ text: said(data) }]} none="" />
      </header>
      {vehicles.map((vehicle) => {
        const stops = data.stops.filter(({ planned }) => planned!.vehicle === vehicle);
        const next =
          stops.find(({ status }) => status === "arrived") ??
          stops.find(({ status }) => status === "open");
        return (
          <section key={vehicle} className="grid gap-3" aria-label={vehicle}>
            <h2>{vehicle}</h2>
            {next && data.status === "released" && <Next stop={next} end={setEnding} />}
            <ol className="grid gap-2">
              {stops
                .filter((stop) => stop !== next)
                .map((stop) => (
                  <li key={stop.id} className="flex flex-wrap items-center gap-2">
                    <span className="mr-auto">
                      {stop.planned!.place}. {stop.told.name}
                      <span className="block text-13 text-t2">
                        {timeOf(stop.planned!.arrival * 60)} {stop.told.place}
                      </span>
                    </span>
                    <StatusBadge statuses={stopStatuses} status={stop.status} />
                  </li>
                ))}
            </ol>
          </section>
        );
      })}
      {ending && <EndDialog {...ending} onClose={() => setEnding(null)} />}
    </div>
  );
}
