import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Tabs, type TabDefinition } from "#web/kit/Tabs.tsx";
import type { OrganizationRow } from "../organization.model.ts";
import { AgencyForm } from "./AgencyForm.tsx";
import { Numbers } from "./Numbers.tsx";
import { PublicForm } from "./PublicForm.tsx";
import { SignInForm } from "./SignInForm.tsx";
import { useAgency } from "./useAgency.ts";

const tabsOf = (agency: OrganizationRow): TabDefinition[] => [
  {
    id: "agency",
    label: "Agency",
    content: () => (
      <Panel title="Agency">
        <AgencyForm agency={agency} />
      </Panel>
    ),
  },
  {
    id: "public",
    label: "Public pages",
    content: () => (
      <Panel title="Public pages">
        <PublicForm agency={agency} />
      </Panel>
    ),
  },
  {
    id: "sign-in",
    label: "Sign-in",
    content: () => (
      <Panel title="Rules of sign-in">
        <SignInForm agency={agency} />
      </Panel>
    ),
  },
  {
    id: "numbers",
    label: "Numbers",
    content: () => (
      <Panel title="Record numbers">
        <Numbers />
      </Panel>
    ),
  },
];

/** /admin/tenant: the agency's own record. */
export default function Tenant() {
  const agency = useAgency();
  return (
    <div className="grid min-w-0 max-w-[980px] gap-4">
      <h1>{agency.data?.name ?? "Agency"}</h1>
      <p className="text-t2">
        Who the agency is, what it shows, and how people sign in. Colours and mark stand under{" "}
        <Link to={pathTo("theme")}>Theme</Link>, working days in the{" "}
        <Link to={pathTo("agencyCalendar")}>calendar</Link>, thresholds and terms under{" "}
        <Link to={pathTo("rules")}>Rules of law</Link>.
      </p>
      {agency.isPending && <RecordSkeleton />}
      {agency.isError && (
        <ErrorPanel error={agency.error} what="The agency" onRetry={() => void agency.refetch()} />
      )}
      {agency.data && <Tabs label="Agency" tabs={tabsOf(agency.data)} />}
    </div>
  );
}
