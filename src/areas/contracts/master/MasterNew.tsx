import { useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { NewRecord, type AnyForm } from "#web/kit/form/RecordForm.tsx";
import { masterForm } from "./master.form.ts";
import { MasterFields } from "./MasterFields.tsx";

type OfAward = Record<"kind" | "priceType" | "startsOn" | "endsOn", string>;

// The same form with what the lots of an award have in common.
const awardForm: AnyForm = {
  path: "/api/v1/contract-masters-of-awards",
  blank: () => ({
    ...masterForm.blank(),
    kind: "goods",
    priceType: "unit",
    startsOn: "",
    endsOn: "",
  }),
  toForm: masterForm.toForm,
  toInput: (values: OfAward & never) => {
    const { kind, priceType, startsOn, endsOn } = values as OfAward;
    return { ...masterForm.toInput(values), kind, priceType, startsOn, endsOn };
  },
};

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
