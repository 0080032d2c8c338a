import { Plus, Upload, Users } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { Held } from "#web/kit/Held.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { SavedSearches } from "../search/SavedSearches.tsx";
import { OpportunityTable } from "./OpportunityTable.tsx";
import type { SourceAge } from "./opportunity.model.ts";

function Sources() {
  const { timeZone } = useAgency();
  const sources = useGet<{ items: SourceAge[] }>("connectors", "/api/v1/grant-opportunity-sources");
  const items = sources.data?.items ?? [];
  return (
    <Panel title="How old this is">
      {items.length === 0 ? (
        <p className="text-t2">
          No source is read yet. An administrator sets up a connector to Grants.gov or a
          CommonGrants source under API connectors.
        </p>
      ) : (
        <ul className="stack">
          {items.map((one) => (
            <li key={one.name}>
              <b>{one.name}</b>{" "}
              {one.lastOkAt
                ? `last answered on ${formatInstant(one.lastOkAt, timeZone)}`
                : "has not answered yet"}
              {one.stale && <span className="badge tone-warning ml-2">Old</span>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The tab research: opportunities with how old they are, and one's own searches. */
export function Opportunities() {
  const { can } = useAuth();
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">Grant opportunities</h1>
        <p className="text-t2">
          Staff proposes what to apply for, a manager decides. What is not relevant stays out for
          good.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Held permission="grantOpportunity.review" what="Enter an opportunity">
          <Link className="btn btn-primary" to={pathTo("grantOpportunityNew")}>
            <Plus aria-hidden="true" />
            Enter an opportunity
          </Link>
        </Held>
        {can("grantOpportunity.import") && (
          <Link className="btn" to={pathTo("grantOpportunityImport")}>
            <Upload aria-hidden="true" />
            Import a file
          </Link>
        )}
        <Link className="btn" to={pathTo("grantApplicant")}>
          <Users aria-hidden="true" />
          The agency as an applicant
        </Link>
      </div>
      <OpportunityTable />
      <div className="grid gap-4 lg:grid-cols-2">
        <SavedSearches />
        <Sources />
      </div>
    </div>
  );
}
