import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { AmendmentFields, amendmentForm } from "./AmendmentFields.tsx";
import type { AmendmentDetail } from "./amendment.model.ts";

/** Changes a draft, or an amendment that was returned. */
export default function AmendmentEdit() {
  return (
    <EditRecord<AmendmentDetail>
      form={amendmentForm}
      draft="amendment"
      what="This amendment"
      closed="Whoever entered it changes it while it is a draft or was returned."
      put
      page={(id) => pathTo("budgetAmendment", { id })}
    >
      {(amendment) => <AmendmentFields amendment={amendment} />}
    </EditRecord>
  );
}
