import { Plus } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { SubmittalsSection } from "../submittal/SubmittalsSection.tsx";
import { HeldDays } from "./HeldDays.tsx";
import type { ProjectQuestions } from "./rfi.model.ts";
import { RfiTable } from "./RfiTable.tsx";

function Found({ of }: { of: ProjectQuestions }) {
  const { overdueOurs: ours, overdueContractors: theirs, open, questionDays } = of;
  const { overdueDesigners: outside } = of;
  return (
    <Finding
      parts={[
        ...(ours > 0 ? [{ text: `${counted(ours, "RFI is", "RFIs are")} overdue with us` }] : []),
        ...(theirs > 0
          ? [{ text: `${counted(theirs, "RFI is", "RFIs are")} overdue with the contractor` }]
          : []),
        ...(outside > 0
          ? [{ text: `${counted(outside, "RFI is", "RFIs are")} overdue with a designer` }]
          : []),
        ...(ours + theirs + outside === 0 && open.length > 0
          ? [{ text: `${counted(open.length, "RFI is", "RFIs are")} open, none overdue` }]
          : []),
      ]}
      none={`No RFI is open. An answer is due ${counted(questionDays, "business day")} after it is asked.`}
    />
  );
}

/** The questions of a project: what is overdue with whom, days held by each side, all of them. */
export function QuestionsTab({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useGet<ProjectQuestions>(
    "rfis",
    `/api/v1/projects/${projectId}/questions`,
  );
  return (
    <div className="stack">
      {error && <ErrorPanel error={error} what="The questions" onRetry={() => void refetch()} />}
      {data && (
        <>
          <Found of={data} />
          <HeldDays open={data.open} />
        </>
      )}
      <section className="grid min-w-0 gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="mr-auto">RFIs</h2>
          <Held permission="rfi.edit" what="New RFI">
            <Link className="btn btn-secondary" to={pathTo("rfiNew", { id: projectId })}>
              <Plus aria-hidden="true" />
              New RFI
            </Link>
          </Held>
        </div>
        <RfiTable projectId={projectId} />
      </section>
      <SubmittalsSection projectId={projectId} />
    </div>
  );
}
