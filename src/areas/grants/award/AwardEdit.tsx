import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { AwardFields } from "./AwardFields.tsx";
import { awardForm } from "./award.form.ts";
import type { AwardDetail } from "./award.model.ts";

/** Corrects an award that is not accepted yet. */
export default function AwardEdit() {
  return (
    <EditRecord<AwardDetail>
      form={awardForm}
      draft="award"
      what="This award"
      submitLabel="Save award"
      may={() => true}
      page={(id) => pathTo("award", { id })}
    >
      {() => <AwardFields />}
    </EditRecord>
  );
}
