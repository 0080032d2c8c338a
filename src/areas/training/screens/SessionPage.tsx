import { useState } from "react";
import { useParams } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { sessionCycle, sessionStatuses } from "../course/session.labels.ts";
import type { SessionDetail } from "../course/session.model.ts";

// Who came is recorded below, by name.
const { hold: _hold, ...actions } = sessionCycle.actions;
const look = {
  statuses: sessionStatuses,
  course: sessionCycle.course,
  actions: { ...actions, hold: _hold },
};

function People({ session: s }: { session: SessionDetail }) {
  const { can } = useAuth();
  const [came, setCame] = useState<readonly string[]>(() => s.people.map(({ id }) => id));
  const act = useMutationAction("training-sessions", "enrolments");
  if (s.people.length === 0) return <p>Nobody has a seat yet.</p>;
  const record = () =>
    act
      .mutateAsync({
        path: `/api/v1/training-sessions/${s.id}/actions/hold`,
        version: s.version,
        body: { attended: came },
      })
      .catch((error: unknown) => notify.failed("Not recorded", error));
  return (
    <div className="grid gap-3">
      <ul className="grid gap-2">
        {s.people.map(({ id, name, attended }) => (
          <li key={id}>
            {s.status === "planned" && can("training.edit") ? (
              <label className="check">
                <input
                  type="checkbox"
                  checked={came.includes(id)}
                  onChange={({ target }) =>
                    setCame((all) =>
                      target.checked ? [...all, id] : all.filter((one) => one !== id),
                    )
                  }
                />
                <span>{name}</span>
              </label>
            ) : (
              <span>
                {name}
                {attended === false && ", did not come"}
              </span>
            )}
          </li>
        ))}
      </ul>
      {s.status === "planned" && can("training.edit") && (
        <button type="button" className="btn justify-self-start" onClick={() => void record()}>
          Record who came
        </button>
      )}
    </div>
  );
}

function Session({ session: s }: { session: SessionDetail }) {
  const { timeZone } = useAgency();
  const { can } = useAuth();
  const left = s.seats - s.taken;
  const said =
    s.status === "planned"
      ? s.joined
        ? "You have a seat."
        : `${counted(left, "seat is", "seats are")} free.`
      : `It was ${s.status}.`;
  return (
    <div className="stack">
      <Finding parts={[]} none={said} />
      <Panel title="When and where">
        <Facts
          rows={[
            ["Begins", formatInstant(s.startsAt, timeZone)],
            ["Takes", counted(s.minutes, "minute")],
            ["Place", s.place],
            ["Teacher", s.teacher],
            ["Seats", `${s.taken} of ${s.seats} taken`],
          ]}
        />
      </Panel>
      {can("training.all") && (
        <Panel title="Who comes">
          <People session={s} />
        </Panel>
      )}
    </div>
  );
}

/** A session of a course: its seats, and who came. */
export default function SessionPage() {
  const { id = "" } = useParams();
  const act = useMutationAction("training-sessions");
  const seat = (name: "join" | "leave") =>
    void act
      .mutateAsync({ path: `/api/v1/training-sessions/${id}/actions/${name}` })
      .catch((error: unknown) => notify.failed("The seat was not changed", error));
  return (
    <RecordPage<SessionDetail>
      path="/api/v1/training-sessions"
      id={id}
      lifecycle={look}
      title={({ courseName }) => courseName}
      subtitle={({ number, place }) => `${number}, ${place}`}
      tabs={[
        {
          id: "session",
          label: "Session",
          content: (s) => <Session key={s.version} session={s} />,
        },
      ]}
      extraActions={(s) => [
        ...(s.status === "planned"
          ? [
              s.joined
                ? { label: "Give the seat back", onSelect: () => seat("leave") }
                : { label: "Take a seat", tone: "primary" as const, onSelect: () => seat("join") },
            ]
          : []),
        {
          label: "Calendar",
          onSelect: () =>
            void download(`/api/v1/training-sessions/${s.id}/calendar`).catch((error: unknown) =>
              notify.failed("Not downloaded", error),
            ),
        },
      ]}
    />
  );
}
