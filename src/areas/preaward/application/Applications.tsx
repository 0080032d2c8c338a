import { Plus } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ApplicationTable } from "./ApplicationTable.tsx";

/** The tab applications. */
export function Applications() {
  const { can } = useAuth();
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Grant applications</h1>
      {can("grantApplication.edit") && (
        <Link className="btn btn-primary justify-self-start" to={pathTo("grantApplicationNew")}>
          <Plus aria-hidden="true" />
          New application
        </Link>
      )}
      <ApplicationTable />
    </div>
  );
}
