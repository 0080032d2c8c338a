import { formatInstant } from "#kernel/dates.ts";
import type { PersonFile } from "#areas/organization/organization.public.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";

/** Where a member is signed in; one or all sessions are ended here. */
export function PersonSessions({ file: { person, sessions } }: { file: PersonFile }) {
  const { timeZone } = useAgency();
  const act = useMutationAction("people");
  const end = (path: string) =>
    act.mutate(
      { path, body: {} },
      {
        onSuccess: () => notify.done("Ended", `${person.name} is signed out there.`),
        onError: (error) => notify.failed("Not ended", error),
      },
    );
  const base = `/api/v1/people/${person.id}`;
  if (sessions.length === 0) return <p className="text-t2">Signed in nowhere.</p>;
  return (
    <div className="grid gap-3">
      <ul className="grid">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center gap-3 border-b border-hair py-2 text-14"
          >
            <span className="min-w-0 flex-1 basis-full sm:basis-0">
              {session.userAgent || "Unknown device"}
              <span className="block text-13 text-t3">
                {session.assurance === "mfa" ? "Second factor or passkey" : "Password"}, from{" "}
                {session.address || "an unknown address"}, last seen{" "}
                {formatInstant(session.seenAt, timeZone)}
              </span>
            </span>
            <button
              type="button"
              className="btn btn-small"
              disabled={act.isPending}
              onClick={() => end(`${base}/sessions/${session.id}/actions/end`)}
            >
              End
            </button>
          </li>
        ))}
      </ul>
      <p>
        <button
          type="button"
          className="btn btn-small"
          disabled={act.isPending}
          onClick={() => end(`${base}/actions/end-sessions`)}
        >
          End all
        </button>
      </p>
    </div>
  );
}
