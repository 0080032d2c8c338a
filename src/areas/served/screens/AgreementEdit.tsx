import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { clientAgreementForm } from "../agreement/agreement.form.ts";
import type { AgreementDetail } from "../agreement/agreement.model.ts";
import { AgreementFields } from "./AgreementFields.tsx";

/** Changes a draft of an agreement. */
export default function AgreementEdit() {
  return (
    <EditRecord<AgreementDetail>
      form={clientAgreementForm}
      draft="client-agreement"
      what="This agreement"
      nouns={["client-agreements"]}
      may={({ status }) => status === "draft"}
      closed="It was sent for approval. Take it back to change it."
      opens="Open the agreement"
      page={(id) => pathTo("clientAgreement", { id })}
    >
      {({ owner }) => <AgreementFields owner={owner} />}
    </EditRecord>
  );
}
