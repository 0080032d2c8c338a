import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpened } from "#web/kit/form/opened.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { ChangeDetail } from "./change.model.ts";
import { toForm, toInput, type ChangeForm } from "./changeForm.ts";
import { ChangeFields } from "./ChangeFields.tsx";

/** Changes a proposal of the agency's. */
export default function ChangeEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const opened = useOpened<ChangeDetail>("/api/v1/change-orders", id);
  const save = useMutationAction<{ id: string }>("contracts", "change-orders");
  if (opened.isPending) return <RecordSkeleton />;
  const { record } = opened;
  if (!record)
    return (
      <ErrorPanel
        error={opened.error}
        what="This change order"
        onRetry={() => void opened.refetch()}
      />
    );
  const back = () => void navigate(pathTo("changeOrder", { id }));
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Change {record.number}</h1>
      <Form<ChangeForm>
        formKey={`change-${id}`}
        defaultValues={toForm(record)}
        submitLabel="Save"
        wide
        onCancel={back}
        onSubmit={async (values) => {
          await save.mutateAsync({
            method: "PATCH",
            path: `/api/v1/change-orders/${id}`,
            body: toInput(values),
            version: record.version,
          });
          back();
        }}
      >
        <ChangeFields />
      </Form>
    </div>
  );
}
