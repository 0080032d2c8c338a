import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpened } from "#web/kit/form/opened.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { RequisitionFields, RequisitionRail, toForm } from "./RequisitionFields.tsx";
import { toInput, type RequisitionValues } from "./requisitionForm.ts";
import type { RequisitionDetail } from "./requisition.model.ts";

/** Changes a draft or returned requisition of one's own. */
export default function RequisitionEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const record = useOpened<RequisitionDetail>("/api/v1/requisitions", id);
  const save = useMutationAction<{ id: string }>("requisitions");
  if (record.isPending) return <RecordSkeleton />;
  if (!record.record)
    return (
      <ErrorPanel
        error={record.error}
        what="This requisition"
        onRetry={() => void record.refetch()}
      />
    );
  const { number, version, canEdit, status } = record.record;
  if (!canEdit)
    return (
      <EmptyState
        page
        kind="no-access"
        title={`${number} cannot be changed now`}
        action={
          <Link className="btn" to={pathTo("requisition", { id })}>
            Open it
          </Link>
        }
      >
        {status === "draft" || status === "returned"
          ? "Only the person who asked for it can change it."
          : "It was submitted. Take it back first, if it is not approved yet."}
      </EmptyState>
    );
  const submit = async (values: RequisitionValues, choice: string | null) => {
    await save.mutateAsync({
      method: "PATCH",
      path: `/api/v1/requisitions/${id}`,
      body: toInput(values),
      version,
    });
    void navigate(pathTo(choice === "later" ? "requisition" : "requisitionCheck", { id }));
  };
  return (
    <div className="grid gap-5">
      <h1>Change {number}</h1>
      <Form<RequisitionValues>
        formKey={`requisition-${id}`}
        defaultValues={toForm(record.record)}
        submitLabel="Check and submit"
        wide
        onCancel={() => void navigate(pathTo("requisition", { id }))}
        onSubmit={submit}
        version={version}
        conflict={record.conflictOf(toForm)}
        choices={[{ name: "later", label: "Save" }]}
      >
        <div className="form-railed">
          <div className="grid min-w-0 grid-cols-1 gap-8">
            <RequisitionFields isNew={false} />
          </div>
          <RequisitionRail />
        </div>
      </Form>
    </div>
  );
}
