import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpened } from "#web/kit/form/opened.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { ContractFields, toForm, toInput, type ContractForm } from "./ContractFields.tsx";
import type { ContractDetail } from "./contract.model.ts";

/** Changes the terms before counsel reads them. */
export default function ContractEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const record = useOpened<ContractDetail>("/api/v1/contracts", id);
  const save = useMutationAction<{ id: string }>("contracts");
  if (record.isPending) return <RecordSkeleton />;
  if (!record.record)
    return (
      <ErrorPanel error={record.error} what="This contract" onRetry={() => void record.refetch()} />
    );
  const { number, version, canEdit, awardId } = record.record;
  const back = () => void navigate(pathTo("contract", { id }));
  if (!canEdit)
    return (
      <EmptyState
        page
        kind="no-access"
        title={`${number} cannot be changed now`}
        action={
          <button type="button" className="btn" onClick={back}>
            Open it
          </button>
        }
      >
        Its terms stand once counsel reads it. Take it back to drafting, or amend it once it is in
        force.
      </EmptyState>
    );
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Change {number}</h1>
      <Form<ContractForm>
        formKey={`contract-${id}`}
        defaultValues={toForm(record.record)}
        submitLabel="Save"
        wide
        onCancel={back}
        version={version}
        conflict={record.conflictOf(toForm)}
        onSubmit={async (values) => {
          await save.mutateAsync({
            method: "PATCH",
            path: `/api/v1/contracts/${id}`,
            body: toInput(values),
            version,
          });
          back();
        }}
      >
        <ContractFields fixedVendor={Boolean(awardId)} />
      </Form>
    </div>
  );
}
