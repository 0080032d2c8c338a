import { useState } from "react";
import { useParams } from "react-router";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ConsentAsked } from "./client.model.ts";

const listed = (areas: readonly string[]): string => areas.join(", ").toLowerCase();

/** A program asks to read, and perhaps to propose, in the name of whoever is signed in. */
export default function ConsentPage() {
  const { id = "" } = useParams();
  const { me } = useAuth();
  const path = `/api/v1/agent-consents/${id}`;
  const asked = useGet<ConsentAsked>("agent-consents", path, { anew: true });
  const answer = useMutationAction<{ location: string }>("agent-connections");
  const [gone, setGone] = useState(false);
  if (asked.error) return <ErrorPanel error={asked.error} what="The question" />;
  if (!asked.data) return <RecordSkeleton />;
  const { name, host, proposes, areas, days } = asked.data;
  const say = async (allow: boolean) => {
    try {
      const { location } = await answer.mutateAsync({ path, body: { allow } });
      setGone(true);
      window.location.assign(location);
    } catch (error) {
      notify.failed("It was not answered", error);
    }
  };
  return (
    <div className="stack max-w-[640px]">
      <h1>Connect {name}?</h1>
      <Finding
        parts={[
          {
            text: `${name} would read in your name${proposes ? ", and propose changes that a person accepts" : ""}`,
          },
        ]}
        none=""
      />
      <ul className="grid list-disc gap-1 pl-5">
        <li>
          It reads what {me?.person.displayName ?? "you"} may read of: {listed(areas)}. What it
          reads leaves the agency for {host}.
        </li>
        <li>
          {proposes
            ? "What it proposes waits until you, or a colleague whom it names, accept it. It decides nothing."
            : "It proposes nothing and changes nothing."}
        </li>
        <li>
          It ends after {counted(days, "day")}, when you end it under Settings, Sign-in and
          security, or when an administrator does. Everything that it reads is written down.
        </li>
      </ul>
      <p>
        The answer goes to <b>{host}</b>. Let it in only if you began this yourself.
      </p>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-primary"
          disabled={answer.isPending || gone}
          onClick={() => void say(true)}
        >
          Connect
        </button>
        <button
          type="button"
          className="btn"
          disabled={answer.isPending || gone}
          onClick={() => void say(false)}
        >
          Do not connect
        </button>
      </div>
    </div>
  );
}
