import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { ContractDetail } from "../contract/contract.model.ts";
import { changeForm } from "./change.form.ts";
import { ChangeFields } from "./ChangeFields.tsx";

/** Proposes a change of a contract in force. */
export default function ChangeNew() {
  const { id = "" } = useParams();
  const contract = useRecord<ContractDetail>("/api/v1/contracts", id);
  if (contract.isPending) return <RecordSkeleton />;
  if (!contract.data) return <ErrorPanel error={contract.error} what="This contract" />;
  return (
    <NewRecord
      form={changeForm}
      draft={`change-new-${id}`}
      nouns={["contracts"]}
      title={`Change order of ${contract.data.number}`}
      lead={
        <>
          {contract.data.title}. It is reviewed, priced and paid for, approved by others, and signed
          by both sides.
        </>
      }
      within={{ contractId: id }}
      submitLabel="Propose"
      list={pathTo("contract", { id })}
      page={(made) => pathTo("changeOrder", { id: made })}
    >
      <ChangeFields />
    </NewRecord>
  );
}
