import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { rfiForm } from "./rfi.form.ts";
import { RfiFields } from "./RfiFields.tsx";
import type { ProjectQuestions } from "./rfi.model.ts";

/** A question of ours: kept as a draft, or asked in one go. */
export default function RfiNew() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const step = useMutationAction("rfis", "projects");
  const opened = useGet<ProjectQuestions>("rfis", `/api/v1/projects/${id}/questions`);
  if (opened.isPending) return <RecordSkeleton />;
  if (!opened.data)
    return (
      <ErrorPanel error={opened.error} what="The project" onRetry={() => void opened.refetch()} />
    );
  const { contracts } = opened.data;
  const [only] = contracts;
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">New RFI</h1>
      <RecordForm
        form={rfiForm}
        draft={`rfi-new-${id}`}
        known={contracts.length === 1 && only ? { contractId: only.id } : {}}
        within={{ projectId: id }}
        nouns={["projects"]}
        submitLabel="Save the draft"
        choices={[{ name: "open", label: "Save and ask" }]}
        onCancel={() => void navigate(`${pathTo("project", { id })}?tab=questions`)}
        saved={async ({ id: made, answer, choice }) => {
          if (choice !== "open") return;
          // What is refused stands on the question's page: its draft is kept.
          await step
            .mutateAsync({
              path: `/api/v1/rfis/${made}/actions/open`,
              version: Number(answer["version"]),
              body: {},
            })
            .catch((error: unknown) => notify.failed("It is kept as a draft", error));
        }}
        onSaved={(made) => void navigate(pathTo("projectRfi", { id: made }))}
      >
        <RfiFields contracts={contracts} />
      </RecordForm>
    </div>
  );
}
