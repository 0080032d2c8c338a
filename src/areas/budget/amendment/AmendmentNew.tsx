import { useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { BudgetNav } from "../line/BudgetNav.tsx";
import { AmendmentFields, amendmentForm } from "./AmendmentFields.tsx";

/** Drafts an amendment; a forecast that runs out proposes one through the address. */
export default function AmendmentNew() {
  const [search] = useSearchParams();
  const line = search.get("line");
  const cents = Number(search.get("cents")) || null;
  const proposed = line && {
    fiscalYearId: search.get("fiscalYearId") ?? "",
    title: search.get("title") ?? "",
    reason: search.get("reason") ?? "",
    lines: [
      { accountStringId: "", way: "gives", cents },
      { accountStringId: line, way: "gets", cents },
    ],
  };
  return (
    <>
      <BudgetNav />
      <NewRecord
        form={amendmentForm}
        draft={line ? null : "amendment-new"}
        title="New budget amendment"
        lead="What it takes is reserved from the moment that you submit it. Somebody else decides."
        known={proposed || null}
        submitLabel="Save draft"
        list={pathTo("budgetAmendments")}
        page={(id) => pathTo("budgetAmendment", { id })}
      >
        <AmendmentFields />
      </NewRecord>
    </>
  );
}
