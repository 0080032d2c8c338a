import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { OpportunityFields } from "./OpportunityFields.tsx";
import { opportunityForm } from "./opportunityForm.ts";
import type { OpportunityRecord } from "./opportunity.model.ts";

/** Changes what is known of an opportunity. */
export default function OpportunityEdit() {
  return (
    <EditRecord<OpportunityRecord>
      form={opportunityForm}
      draft="grant-opportunity"
      what="This opportunity"
      may={() => true}
      page={(id) => pathTo("grantOpportunity", { id })}
    >
      {() => <OpportunityFields />}
    </EditRecord>
  );
}
