import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpened } from "#web/kit/form/opened.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { CapitalNav } from "../CapitalNav.tsx";
import { RequestFields, toForm, toInput, type RequestForm } from "./RequestFields.tsx";
import type { RequestDetail } from "./request.model.ts";

/** Changes a capital request that is not decided on yet. */
export default function RequestEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const opened = useOpened<RequestDetail>("/api/v1/capital-requests", id);
  const save = useMutationAction<{ id: string }>("capital-requests");
  if (opened.isPending) return <RecordSkeleton />;
  if (!opened.record)
    return (
      <ErrorPanel error={opened.error} what="This request" onRetry={() => void opened.refetch()} />
    );
  const { number, version, canEdit } = opened.record;
  const back = () => void navigate(pathTo("capitalRequest", { id }));
  if (!canEdit)
    return (
      <EmptyState page kind="no-access" title={`${number} cannot be changed now`}>
        Whoever asked for it changes a draft; later, whoever keeps the plan does.
      </EmptyState>
    );
  return (
    <>
      <CapitalNav />
      <div className="stack">
        <h1 className="text-22 font-semibold">Change {number}</h1>
        <Form<RequestForm>
          formKey={`capital-request-${id}`}
          defaultValues={toForm(opened.record)}
          submitLabel="Save"
          wide
          onCancel={back}
          version={version}
          conflict={opened.conflictOf(toForm)}
          onSubmit={async (values) => {
            await save.mutateAsync({
              method: "PUT",
              path: `/api/v1/capital-requests/${id}`,
              body: toInput(values),
              version,
            });
            back();
          }}
        >
          <RequestFields request={opened.record} />
        </Form>
      </div>
    </>
  );
}
