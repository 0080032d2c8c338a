import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpened } from "#web/kit/form/opened.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { AmendmentFields, toForm, toInput, type AmendmentForm } from "./AmendmentFields.tsx";
import type { AmendmentDetail } from "./amendment.model.ts";

/** Changes a draft, or an amendment that was returned. */
export default function AmendmentEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const opened = useOpened<AmendmentDetail>("/api/v1/budget-amendments", id);
  const save = useMutationAction<{ id: string }>("budget-amendments");
  if (opened.isPending) return <RecordSkeleton />;
  if (!opened.record)
    return (
      <ErrorPanel
        error={opened.error}
        what="This amendment"
        onRetry={() => void opened.refetch()}
      />
    );
  const { number, version, canEdit } = opened.record;
  const back = () => void navigate(pathTo("budgetAmendment", { id }));
  if (!canEdit)
    return (
      <EmptyState page kind="no-access" title={`${number} cannot be changed now`}>
        Whoever entered it changes it while it is a draft or was returned.
      </EmptyState>
    );
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Change {number}</h1>
      <Form<AmendmentForm>
        formKey={`amendment-${id}`}
        defaultValues={toForm(opened.record)}
        submitLabel="Save"
        wide
        onCancel={back}
        version={version}
        conflict={opened.conflictOf(toForm)}
        onSubmit={async (values) => {
          await save.mutateAsync({
            method: "PUT",
            path: `/api/v1/budget-amendments/${id}`,
            body: toInput(values),
            version,
          });
          back();
        }}
      >
        <AmendmentFields amendment={opened.record} />
      </Form>
    </div>
  );
}
