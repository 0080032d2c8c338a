import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { hostingAgreementForm } from "../agreement/agreement.form.ts";
import type { AgreementDetail } from "../agreement/agreement.model.ts";
import { AgreementFields } from "./AgreementFields.tsx";

/** Changes a draft of an agreement with an agency. */
export default function AgreementEdit() {
  return (
    <EditRecord<AgreementDetail>
      form={hostingAgreementForm}
      draft="hosting-agreement"
      what="This agreement"
      nouns={["hosting-agreements"]}
      may={({ status }) => status === "draft"}
      closed="It was sent for approval. Have it sent back to change it."
      opens="Open the agreement"
      page={(id) => pathTo("hostingAgreement", { id })}
    >
      {() => <AgreementFields />}
    </EditRecord>
  );
}
