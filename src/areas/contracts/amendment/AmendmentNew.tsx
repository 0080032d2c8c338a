import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { ContractDetail } from "../contract/contract.model.ts";
import { AmendmentFields } from "./AmendmentFields.tsx";
import { amendmentForm } from "./amendment.form.ts";

/** Drafts a change of a contract in force. */
export default function AmendmentNew() {
  const { id = "" } = useParams();
  const contract = useRecord<ContractDetail>("/api/v1/contracts", id);
  if (contract.isPending) return <RecordSkeleton />;
  if (!contract.data) return <ErrorPanel error={contract.error} what="This contract" />;
  return (
    <NewRecord
      form={amendmentForm}
      draft={`amendment-new-${id}`}
      nouns={["contracts"]}
      title={`Amend ${contract.data.number}`}
      lead={
        <>
          {contract.data.title}. It is approved by others, signed by both sides, and then in force.
        </>
      }
      within={{ contractId: id }}
      submitLabel="Save draft"
      list={pathTo("contract", { id })}
      page={(made) => pathTo("amendment", { id: made })}
    >
      <AmendmentFields contract={contract.data} />
    </NewRecord>
  );
}
