import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { ContractFields } from "./ContractFields.tsx";
import { contractForm } from "./contract.form.ts";
import type { ContractDetail } from "./contract.model.ts";

/** Changes the terms before counsel reads them. */
export default function ContractEdit() {
  return (
    <EditRecord<ContractDetail>
      form={contractForm}
      draft="contract"
      what="This contract"
      closed={
        "Its terms stand once counsel reads it. Take it back to drafting, or amend it once it is " +
        "in force."
      }
      opens="Open it"
      page={(id) => pathTo("contract", { id })}
    >
      {({ awardId }) => <ContractFields fixedVendor={Boolean(awardId)} />}
    </EditRecord>
  );
}
