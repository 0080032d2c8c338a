import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { ContractDetail } from "../contract/contract.model.ts";
import {
  AmendmentFields,
  blankAmendment,
  toInput,
  type AmendmentForm,
} from "./AmendmentFields.tsx";

/** Drafts a change of a contract in force. */
export default function AmendmentNew() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const contract = useRecord<ContractDetail>("/api/v1/contracts", id);
  const save = useMutationAction<{ id: string }>("contracts", "contract-amendments");
  if (contract.isPending) return <RecordSkeleton />;
  if (!contract.data) return <ErrorPanel error={contract.error} what="This contract" />;
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">Amend {contract.data.number}</h1>
        <p className="text-t2">
          {contract.data.title}. It is approved by others, signed by both sides, and then in force.
        </p>
      </div>
      <Form<AmendmentForm>
        formKey={`amendment-new-${id}`}
        defaultValues={blankAmendment}
        submitLabel="Save draft"
        wide
        onCancel={() => void navigate(pathTo("contract", { id }))}
        onSubmit={async (values) => {
          const made = await save.mutateAsync({
            path: "/api/v1/contract-amendments",
            body: { ...toInput(values), contractId: id },
          });
          void navigate(pathTo("amendment", { id: made.id }));
        }}
      >
        <AmendmentFields contract={contract.data} />
      </Form>
    </div>
  );
}
