import { Eye, FlaskConical, Lock } from "lucide-react";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { stateNames, stateSentences } from "#kernel/agency-state.ts";
import { useAgency, useAuth } from "../auth/AuthProvider.tsx";

function PracticeBar({ origin, endsAt }: { origin: string; endsAt: Instant | null }) {
  const { timeZone } = useAgency();
  return (
    <p className="offline-bar practice-bar" role="status">
      <FlaskConical aria-hidden="true" />
      {`Practice copy of ${origin}${endsAt ? `, until ${formatInstant(endsAt, timeZone)}` : ""}. Its numbers are made up, and nothing leaves it.`}
    </p>
  );
}

/** Says on every screen that this is a copy for practice, that support reads here, or what the state closes. */
export default function AgencyBar() {
  const { me } = useAuth();
  return (
    <>
      {me?.org?.practice && <PracticeBar {...me.org.practice} />}
      {(me?.support || (me?.org && me.org.state !== "active")) && <StandingBar />}
    </>
  );
}

function StandingBar() {
  const { me } = useAuth();
  const { timeZone } = useAgency();
  if (!me?.org) return null;
  if (me.support)
    return (
      <p className="offline-bar" role="status">
        <Eye aria-hidden="true" />
        {`You read ${me.org.name} for support until ${formatInstant(me.support.endsAt, timeZone)}. Each thing that you open stands in its record; you change nothing.`}
      </p>
    );
  return (
    <p className="offline-bar" role="status">
      <Lock aria-hidden="true" />
      {`${me.org.name} is ${stateNames[me.org.state]}. ${stateSentences[me.org.state]}`}
    </p>
  );
}
