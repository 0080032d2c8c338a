import { Eye, Lock } from "lucide-react";
import { formatInstant } from "#kernel/dates.ts";
import { stateNames, stateSentences } from "#kernel/agency-state.ts";
import { useAgency, useAuth } from "../auth/AuthProvider.tsx";

/** Says on every screen that support reads here, or what the state of the agency closes. */
export default function AgencyBar() {
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
