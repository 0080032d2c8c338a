import { Plus } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { Held } from "#web/kit/Held.tsx";
import { PayTable } from "./PayTable.tsx";

/** What the contractors of a project applied for. */
export function PayTab({ projectId }: { projectId: string }) {
  return (
    <section className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto">Pay applications</h2>
        <Held permission="payApplication.edit" what="New application">
          <Link className="btn btn-secondary" to={pathTo("payNew", { id: projectId })}>
            <Plus aria-hidden="true" />
            New application
          </Link>
        </Held>
      </div>
      <PayTable projectId={projectId} />
    </section>
  );
}
