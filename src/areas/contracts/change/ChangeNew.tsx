import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { ContractDetail } from "../contract/contract.model.ts";
import { blankChange, toInput, type ChangeForm } from "./changeForm.ts";
import { ChangeFields } from "./ChangeFields.tsx";

/** Proposes a change of a contract in force. */
export default function ChangeNew() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const contract = useRecord<ContractDetail>("/api/v1/contracts", id);
  const save = useMutationAction<{ id: string }>("contracts", "change-orders");
  if (contract.isPending) return <RecordSkeleton />;
  if (!contract.data) return <ErrorPanel error={contract.error} what="This contract" />;
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">Change order of {contract.data.number}</h1>
        <p className="text-t2">
          {contract.data.title}. It is reviewed, priced and paid for, approved by others, and signed
          by both sides.
        </p>
      </div>
      <Form<ChangeForm>
        formKey={`change-new-${id}`}
        defaultValues={blankChange}
        submitLabel="Propose"
        wide
        onCancel={() => void navigate(pathTo("contract", { id }))}
        onSubmit={async (values) => {
          const made = await save.mutateAsync({
            path: "/api/v1/change-orders",
            body: { ...toInput(values), contractId: id },
          });
          void navigate(pathTo("changeOrder", { id: made.id }));
        }}
      >
        <ChangeFields />
      </Form>
    </div>
  );
}
