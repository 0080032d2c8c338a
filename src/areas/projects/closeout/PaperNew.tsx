import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { paperForm } from "./paper-form.ts";
import { PaperFields } from "./PaperFields.tsx";
import type { CloseoutStanding } from "./paper.model.ts";

/** Asks for a paper that a project hands over at its end. */
export default function PaperNew() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const opened = useGet<CloseoutStanding>("closeout-papers", `/api/v1/projects/${id}/closeout`);
  if (opened.isPending) return <RecordSkeleton />;
  if (!opened.data)
    return (
      <ErrorPanel error={opened.error} what="The project" onRetry={() => void opened.refetch()} />
    );
  const { project, contracts } = opened.data;
  const back = `${pathTo("project", { id })}?tab=closeout`;
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">Ask for a closeout paper</h1>
        <p className="text-t2">
          <span className="mono">{project.number}</span> {project.name}
        </p>
      </div>
      <RecordForm
        form={paperForm}
        draft={`paper-new-${id}`}
        known={contracts.length === 1 ? { contractId: contracts[0]!.id } : {}}
        within={{ projectId: id }}
        nouns={["projects", "closeout-papers"]}
        submitLabel="Ask for it"
        onCancel={() => void navigate(back)}
        onSaved={() => void navigate(back)}
      >
        <PaperFields contracts={contracts} />
      </RecordForm>
    </div>
  );
}
