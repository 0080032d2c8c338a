import { Link, useParams } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { pathTo } from "#areas.ts";
import type { PersonFile } from "#areas/organization/organization.public.ts";
import { rightSources, roleLabels } from "#areas/organization/organization.public.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, NoSuchRecord, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { ApiProblem } from "#web/kit/api.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { PersonSessions } from "./PersonSessions.tsx";
import { RightList } from "./RightList.tsx";
import { Waits } from "./Waits.tsx";

function PersonFacts({ file: { person } }: { file: PersonFile }) {
  const { timeZone } = useAgency();
  const at = (instant: Instant | null) => (instant ? formatInstant(instant, timeZone) : "—");
  const facts = [
    ["Email", person.email],
    ["Title", person.title || "—"],
    ["Department", person.departmentName ?? "—"],
    ["Role", roleLabels[person.role].label],
    ["Rights come from", rightSources[person.source]],
    ["Member since", at(person.createdAt)],
    ["Last sign-in", person.lastSignInAt ? at(person.lastSignInAt) : "Never"],
    [
      "Signed in with",
      person.strength === null
        ? "—"
        : person.strength === "mfa"
          ? "Second factor or passkey"
          : "Password",
    ],
    ["Second factor", person.secondFactor ? "Set up" : "None"],
    ["Membership", person.active ? "Active" : "Switched off"],
    ["Ends", at(person.endsAt)],
  ] as const;
  return <Facts rows={facts} />;
}

/** /user-management/:id: one person's rights, sessions, and what waits for them. */
export default function PersonPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const file = useGet<PersonFile>("people", `/api/v1/people/${id}`, {
    enabled: can("member.edit"),
  });
  if (!can("member.edit"))
    return (
      <EmptyState page kind="no-access" title="Administrators look after people here">
        Ask an administrator of your agency.
      </EmptyState>
    );
  if (file.error instanceof ApiProblem && file.error.status === 404)
    return <NoSuchRecord back={{ path: pathTo("people"), title: "User management" }} />;
  if (file.isError)
    return <ErrorPanel error={file.error} what="The person" onRetry={() => void file.refetch()} />;
  if (!file.data) return <RecordSkeleton />;
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto">{file.data.person.name}</h1>
        <Link className="btn" to={pathTo("leaving", { id })}>
          Leaving
        </Link>
      </div>
      <Panel title="Person">
        <PersonFacts file={file.data} />
      </Panel>
      <Panel title="Role and duties">
        <RightList rights={file.data.rights} />
      </Panel>
      <Panel title="Sessions in this agency">
        <PersonSessions file={file.data} />
      </Panel>
      <Panel title="What waits for them">
        <Waits waits={file.data.waits} />
      </Panel>
    </div>
  );
}
