import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { submittalForm } from "./submittal.form.ts";
import { SubmittalFields } from "./SubmittalFields.tsx";
import type { ProjectSubmittals } from "./submittal.model.ts";

/** Lists what a contractor is to submit. */
export default function SubmittalNew() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const opened = useGet<ProjectSubmittals>("submittals", `/api/v1/projects/${id}/submittals`);
  if (opened.isPending) return <RecordSkeleton />;
  if (!opened.data)
    return (
      <ErrorPanel error={opened.error} what="The project" onRetry={() => void opened.refetch()} />
    );
  const { contracts } = opened.data;
  const [only] = contracts;
  const back = () => void navigate(`${pathTo("project", { id })}?tab=questions`);
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">New submittal</h1>
      {only === undefined ? (
        <EmptyState kind="first-use" title="No contract yet">
          A contractor submits under its contract: name one on the project first.
        </EmptyState>
      ) : (
        <RecordForm
          form={submittalForm}
          draft={`submittal-new-${id}`}
          known={contracts.length === 1 ? { contractId: only.id } : {}}
          within={{ projectId: id }}
          nouns={["projects"]}
          submitLabel="List it"
          onCancel={back}
          onSaved={(made) => void navigate(pathTo("submittal", { id: made }))}
        >
          <SubmittalFields contracts={contracts} />
        </RecordForm>
      )}
    </div>
  );
}
