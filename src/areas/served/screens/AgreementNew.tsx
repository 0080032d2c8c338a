import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { clientAgreementForm } from "../agreement/agreement.form.ts";
import { AgreementFields } from "./AgreementFields.tsx";

/** A new agreement with a client. */
export default function AgreementNew() {
  const { id = "" } = useParams();
  return (
    <NewRecord
      form={clientAgreementForm}
      draft={`client-agreement-${id}`}
      title="New agreement"
      lead="Another person approves it; it is in force once both sides signed."
      known={{ services: [{ code: "", name: "", kind: "hour", rate: null }] }}
      within={{ clientId: id }}
      nouns={["client-agreements", "clients"]}
      submitLabel="Save the draft"
      list={pathTo("servedClient", { id })}
      page={(made) => pathTo("clientAgreement", { id: made })}
    >
      <AgreementFields />
    </NewRecord>
  );
}
