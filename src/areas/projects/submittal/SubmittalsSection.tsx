import { Plus } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Held } from "#web/kit/Held.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { ProjectSubmittals } from "./submittal.model.ts";
import { SubmittalTable } from "./SubmittalTable.tsx";

const wordsOf = ({ ours, overdueOurs, overdueContractors }: ProjectSubmittals): string =>
  [
    counted(ours, "submittal waits for us", "submittals wait for us"),
    overdueOurs > 0 ? `${overdueOurs} overdue` : "",
    overdueContractors > 0
      ? counted(overdueContractors, "is not in on its day", "are not in on their day")
      : "",
  ]
    .filter(Boolean)
    .join(", ");

/** The submittals of a project, below its questions. */
export function SubmittalsSection({ projectId }: { projectId: string }) {
  const { data } = useGet<ProjectSubmittals>(
    "submittals",
    `/api/v1/projects/${projectId}/submittals`,
  );
  return (
    <section className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto">Submittals</h2>
        <Held permission="submittal.edit" what="New submittal">
          <Link className="btn btn-secondary" to={pathTo("submittalNew", { id: projectId })}>
            <Plus aria-hidden="true" />
            New submittal
          </Link>
        </Held>
      </div>
      {data && <p className="text-t2">{wordsOf(data)}</p>}
      <SubmittalTable projectId={projectId} />
    </section>
  );
}
