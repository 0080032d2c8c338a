import { formatInstant } from "#kernel/dates.ts";
import { type AgencyState, stateSentences } from "#kernel/agency-state.ts";
import { counted } from "#kernel/words.ts";
import { stateLabels } from "#areas/organization/organization.public.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { useEnterAgency } from "#web/auth/useEnterAgency.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import type { AgencyStanding } from "../operator/operator.model.ts";
import { DeletionPanel } from "../deletion/DeletionPanel.tsx";
import { ExportPanel } from "../export/ExportPanel.tsx";
import { StateCourse } from "../operator/StateCourse.tsx";
import { PracticePanel } from "../sandbox/PracticePanel.tsx";
import { SandboxPanel } from "../sandbox/SandboxPanel.tsx";
import { SupportPanel } from "../support/SupportPanel.tsx";
import { UsePanel } from "./UsePanel.tsx";

type Administered = { items: { id: string; name: string; state: AgencyState }[] };

function Others({ here }: { here: string }) {
  const enter = useEnterAgency();
  const list = useGet<Administered>("administered-agencies", "/api/v1/administered-agencies");
  const others = (list.data?.items ?? []).filter(({ id }) => id !== here);
  if (others.length === 0) return null;
  return (
    <Panel title="Other agencies that you administer">
      <ul>
        {others.map(({ id, name, state }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            <span className="min-w-0 flex-1">{`${name}: ${stateLabels[state].label.toLowerCase()}`}</span>
            <button type="button" className="btn btn-small" onClick={() => void enter(id)}>
              Work there
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** How many work there, once they were counted. */
const workHere = ({ counts }: AgencyStanding): string => {
  const last = counts.at(-1);
  return last ? `, ${counted(last.people, "person works", "people work")} here` : "";
};

/** /tenant-management: the agency's life as a course of states, and the acts beside it. */
export default function TenantManagement() {
  const { can, me } = useAuth();
  const { timeZone } = useAgency();
  const standing = useGet<AgencyStanding>("agency-standing", "/api/v1/agency-standing");
  if (standing.isPending) return <RecordSkeleton />;
  if (standing.isError)
    return (
      <ErrorPanel
        error={standing.error}
        what="The agency"
        onRetry={() => void standing.refetch()}
      />
    );
  const agency = standing.data;
  const administers = can("agency.administer");
  const practice = me?.org?.practice;
  return (
    <div className="stack">
      <h1>{agency.name}</h1>
      <Finding
        parts={
          agency.state === "active"
            ? []
            : [
                {
                  text: `${stateLabels[agency.state].label} since ${formatInstant(agency.stateSince, timeZone)}. ${agency.stateReason || stateSentences[agency.state]}`,
                },
              ]
        }
        none={
          practice
            ? `You practise in a copy of ${practice.origin}: everything is open, and nothing leaves it.`
            : `Active since ${formatInstant(agency.stateSince, timeZone)}: everything is open${workHere(agency)}.`
        }
      />
      {!practice && (
        <Panel title="The agency's life">
          <StateCourse standing={agency} />
        </Panel>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        {!practice && <UsePanel standing={agency} />}
        {administers && practice && <PracticePanel origin={practice.origin} />}
        {administers && !practice && (
          <>
            <SupportPanel own={agency.operates} />
            <SandboxPanel />
            <ExportPanel />
            <DeletionPanel />
          </>
        )}
      </div>
      {administers && <Others here={agency.id} />}
    </div>
  );
}
