import { Suspense } from "react";
import { Link, useSearchParams } from "react-router";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useCurrentInSight } from "#web/kit/inSight.ts";
import { RecordSkeleton } from "#web/kit/states.tsx";
import { grantTabs } from "./grant-tabs.tsx";

/** Grants from grant_award to closeout: views of one set of records. */
export default function GrantManagement() {
  const [search] = useSearchParams();
  const { me } = useAuth();
  const row = useCurrentInSight(search.get("tab") ?? "");
  const shown = grantTabs.filter(
    (tab) => !tab.permission || me?.permissions.includes(tab.permission),
  );
  const open = shown.find((tab) => tab.id === search.get("tab")) ?? shown[0]!;
  const Part = open.part;
  return (
    <>
      <nav className="tabs mb-5" aria-label="Parts of grant management" ref={row}>
        {shown.map((tab) => (
          <Link
            key={tab.id}
            className="tab"
            to={tab.id === "portfolio" ? "/grant-management" : `/grant-management?tab=${tab.id}`}
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
