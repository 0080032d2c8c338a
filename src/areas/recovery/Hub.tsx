import { lazy, Suspense } from "react";
import { Link, useSearchParams } from "react-router";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useCurrentInSight } from "#web/kit/inSight.ts";
import { EmptyState, RecordSkeleton } from "#web/kit/states.tsx";

const tabs = [
  {
    id: "declarations",
    label: "Declarations",
    part: lazy(() => import("./declaration/DeclarationTab.tsx")),
  },
  {
    id: "request",
    label: "Request for PA",
    part: lazy(() => import("./declaration/PapersTab.tsx")),
  },
  { id: "damage", label: "Damage", part: lazy(() => import("./damage/DamageTab.tsx")) },
  { id: "projects", label: "Projects", part: lazy(() => import("./project/ProjectTab.tsx")) },
  { id: "costs", label: "Costs", part: lazy(() => import("./item/CostsTab.tsx")) },
  {
    id: "reimbursement",
    label: "Reimbursement",
    part: lazy(() => import("./request/RequestTab.tsx")),
  },
  { id: "questions", label: "Questions", part: lazy(() => import("./question/QuestionTab.tsx")) },
  { id: "appeals", label: "Appeals", part: lazy(() => import("./question/AppealTab.tsx")) },
  { id: "closeout", label: "Closeout", part: lazy(() => import("./project/CloseoutTab.tsx")) },
  {
    id: "mitigation",
    label: "Mitigation",
    part: lazy(() => import("./mitigation/MitigationTab.tsx")),
  },
] as const;

/** Federal money of disasters, from the declaration to closeout. */
export default function Hub() {
  const [search] = useSearchParams();
  const { can } = useAuth();
  // Whoever inspects damage has its list; the money of it is for others.
  const row = useCurrentInSight(search.get("tab") ?? "");
  const seen = can("recovery.read")
    ? tabs
    : tabs.filter(({ id }) => id === "damage" && can("recovery.inspect"));
  const [first] = seen;
  if (!first)
    return (
      <EmptyState page kind="no-access" title="You cannot see FEMA grants">
        Recovery coordinators, grant managers, department heads, auditors, managers and
        administrators can. To enter damage that you saw, open{" "}
        <Link to="/fema-grants-hub/damage/new">Enter damage</Link>; to read in timesheets, open{" "}
        <Link to="/fema-grants-hub/crew">Crew hours</Link>.
      </EmptyState>
    );
  const open = seen.find((tab) => tab.id === search.get("tab")) ?? first;
  const Part = open.part;
  return (
    <>
      <nav className="tabs mb-5" aria-label="Parts of FEMA grants" ref={row}>
        {seen.map((tab) => (
          <Link
            key={tab.id}
            className="tab"
            to={tab.id === "declarations" ? "/fema-grants-hub" : `/fema-grants-hub?tab=${tab.id}`}
            aria-current={tab === open ? "page" : undefined}
          >
            {tab.label}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<RecordSkeleton />}>
        <Part key={open.id} />
      </Suspense>
    </>
  );
}
