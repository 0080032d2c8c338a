import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpened } from "#web/kit/form/opened.ts";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { ContractDetail } from "../contract/contract.model.ts";
import type { AmendmentDetail } from "./amendment.model.ts";
import { AmendmentFields, toForm, toInput, type AmendmentForm } from "./AmendmentFields.tsx";

type OfContract = { amendment: AmendmentDetail; children: (c: ContractDetail) => React.ReactNode };

function WithContract({ amendment, children }: OfContract) {
  const contract = useRecord<ContractDetail>("/api/v1/contracts", amendment.contractId);
  if (contract.isPending) return <RecordSkeleton />;
  if (!contract.data) return <ErrorPanel error={contract.error} what="Its contract" />;
  return children(contract.data);
}

/** Changes the draft of an amendment. */
export default function AmendmentEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const record = useOpened<AmendmentDetail>("/api/v1/contract-amendments", id);
  const save = useMutationAction<{ id: string }>("contracts", "contract-amendments");
  if (record.isPending) return <RecordSkeleton />;
  if (!record.record)
    return (
      <ErrorPanel
        error={record.error}
        what="This amendment"
        onRetry={() => void record.refetch()}
      />
    );
  const { number, version } = record.record;
  const back = () => void navigate(pathTo("amendment", { id }));
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Change {number}</h1>
      <WithContract amendment={record.record}>
        {(contract) => (
          <Form<AmendmentForm>
            formKey={`amendment-${id}`}
            defaultValues={toForm(record.record!)}
            submitLabel="Save"
            wide
            onCancel={back}
            version={version}
            conflict={record.conflictOf(toForm)}
            onSubmit={async (values) => {
              await save.mutateAsync({
                method: "PATCH",
                path: `/api/v1/contract-amendments/${id}`,
                body: toInput(values),
                version,
              });
              back();
            }}
          >
            <AmendmentFields contract={contract} />
          </Form>
        )}
      </WithContract>
    </div>
  );
}
