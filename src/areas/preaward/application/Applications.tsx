import { Plus } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { Held } from "#web/kit/Held.tsx";
import { ApplicationTable } from "./ApplicationTable.tsx";

/** The tab applications. */
export function Applications() {
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Grant applications</h1>
      <Held permission="grantApplication.edit" what="New application">
        <Link className="btn btn-primary justify-self-start" to={pathTo("grantApplicationNew")}>
          <Plus aria-hidden="true" />
          New application
        </Link>
      </Held>
      <ApplicationTable />
    </div>
  );
}
