import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { hostingAgreementForm } from "../agreement/agreement.form.ts";
import { AgreementFields } from "./AgreementFields.tsx";

/** A new agreement with an agency. */
export default function AgreementNew() {
  return (
    <NewRecord
      form={hostingAgreementForm}
      draft="hosting-agreement-new"
      title="New agreement"
      lead="Another operator approves it; it is in force from its first day."
      nouns={["hosting-agreements"]}
      submitLabel="Save the draft"
      list={pathTo("businessPlans")}
      page={(id) => pathTo("hostingAgreement", { id })}
    >
      <AgreementFields fresh />
    </NewRecord>
  );
}
