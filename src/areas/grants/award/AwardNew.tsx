import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { AwardFields } from "./AwardFields.tsx";
import { awardForm } from "./award.form.ts";

/** Enters an award as the grantor offers it. */
export default function AwardNew() {
  return (
    <NewRecord
      form={awardForm}
      draft="award-new"
      title="New award"
      submitLabel="Save award"
      list={pathTo("allGrants")}
      page={(id) => pathTo("award", { id })}
    >
      <AwardFields />
    </NewRecord>
  );
}
