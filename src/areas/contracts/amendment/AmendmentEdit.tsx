import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { ContractDetail } from "../contract/contract.model.ts";
import { AmendmentFields } from "./AmendmentFields.tsx";
import { amendmentForm } from "./amendment.form.ts";
import type { AmendmentDetail } from "./amendment.model.ts";

function OfContract({ id }: { id: string }) {
  const contract = useRecord<ContractDetail>("/api/v1/contracts", id);
  if (contract.isPending) return <RecordSkeleton />;
  if (!contract.data) return <ErrorPanel error={contract.error} what="Its contract" />;
  return <AmendmentFields contract={contract.data} />;
}

/** Changes the draft of an amendment. */
export default function AmendmentEdit() {
  return (
    <EditRecord<AmendmentDetail>
      form={amendmentForm}
      draft="amendment"
      nouns={["contracts"]}
      what="This amendment"
      may={() => true}
      page={(id) => pathTo("amendment", { id })}
    >
      {({ contractId }) => <OfContract id={contractId} />}
    </EditRecord>
  );
}
