import { useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { awardForm, masterForm } from "./master.form.ts";
import { MasterFields } from "./MasterFields.tsx";

/** Begins a contract with lots: empty, or with a lot for each lot and vendor of an award. */
export default function MasterNew() {
  const [search] = useSearchParams();
  const awardId = search.get("awardId");
  return (
    <NewRecord
      key={awardId}
      form={awardId ? awardForm : masterForm}
      draft={`contract-lots-new-${awardId ?? ""}`}
      nouns={["contracts"]}
      title="New contract with lots"
      lead={
        awardId
          ? "Each awarded lot becomes a lot of its own with its vendor, items, prices and amount; you complete and sign them one by one."
          : "One number for several vendors. Each lot has its own vendor, prices, ceiling, signatures, insurance and end."
      }
      {...(awardId && { within: { awardId } })}
      submitLabel={awardId ? "Begin the lots" : "Save, then add lots"}
      list={pathTo("contractMasters")}
      page={(id) => pathTo("contractMaster", { id })}
    >
      <MasterFields ofAward={Boolean(awardId)} />
    </NewRecord>
  );
}
