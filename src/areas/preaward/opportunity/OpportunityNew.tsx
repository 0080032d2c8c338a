import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { OpportunityFields } from "./OpportunityFields.tsx";
import { opportunityForm } from "./opportunityForm.ts";

/** Enters an opportunity by hand. */
export default function OpportunityNew() {
  return (
    <NewRecord
      form={opportunityForm}
      draft="grant-opportunity-new"
      title="Enter a grant opportunity"
      submitLabel="Save"
      list={pathTo("grantOpportunities")}
      page={(id) => pathTo("grantOpportunity", { id })}
    >
      <OpportunityFields />
    </NewRecord>
  );
}
