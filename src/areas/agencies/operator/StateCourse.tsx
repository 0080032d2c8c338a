import { formatInstant } from "#kernel/dates.ts";
import { agencyStates, type AgencyState, stateSentences } from "#kernel/agency-state.ts";
import { stateLabels } from "#areas/organization/organization.public.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import type { AgencyStanding } from "./operator.model.ts";

/** So many changes are told. */
const shown = 10;

function Step({ state, standing }: { state: AgencyState; standing: AgencyStanding }) {
  const { timeZone } = useAgency();
  const now = standing.state === state;
  const last = standing.changes.find(({ toState }) => toState === state);
  const since = now ? standing.stateSince : last?.createdAt;
  return (
    <li
      className={`grid content-start gap-1 border-t-2 pt-2 ${now ? "border-accent" : "border-hair"}`}
      {...(now && { "aria-current": "step" as const })}
    >
      <b className={now ? "font-medium text-accent" : "font-medium"}>{stateLabels[state].label}</b>
      {since && (
        <span className="text-13 text-t3">
          {now ? "Since " : "Last "}
          {formatInstant(since, timeZone)}
        </span>
      )}
      <span className="text-13 text-t2">{stateSentences[state]}</span>
    </li>
  );
}

/** The states of an agency's life in their order, what each closes, and how this one came to its own. */
export function StateCourse({ standing }: { standing: AgencyStanding }) {
  const { timeZone } = useAgency();
  const latest = standing.changes.filter((_change, at) => at < shown);
  return (
    <div className="grid gap-4">
      <ol className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3" aria-label="States of an agency">
        {agencyStates.map((state) => (
          <Step key={state} state={state} standing={standing} />
        ))}
      </ol>
      {standing.changes.length > 0 && (
        <ul className="grid gap-2 border-t border-hair pt-3" aria-label="How it came to its state">
          {latest.map((change) => (
            <li key={change.id} className="text-13">
              <b className="font-medium">
                {stateLabels[change.fromState].label} to {stateLabels[change.toState].label}
              </b>
              {`, ${formatInstant(change.createdAt, timeZone)}, ${change.changedByName}: `}
              {change.reason}
              {change.rule && <span className="text-t3"> ({change.rule})</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
