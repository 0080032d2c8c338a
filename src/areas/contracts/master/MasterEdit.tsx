import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { masterForm } from "./master.form.ts";
import type { MasterDetail } from "./master.model.ts";
import { MasterFields } from "./MasterFields.tsx";

/** Changes title and ceiling over all lots while every lot is drafted. */
export default function MasterEdit() {
  return (
    <EditRecord<MasterDetail>
      form={masterForm}
      nouns={["contracts"]}
      draft="contract-lots"
      what="This contract"
      may={(m) => m.canEdit && m.settled === null}
      closed={(m) => m.settled ?? "Ask a contract manager or a buyer."}
      opens="Open the contract"
      page={(id) => pathTo("contractMaster", { id })}
    >
      {() => <MasterFields />}
    </EditRecord>
  );
}
