import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { clientAgreementForm } from "../agreement/agreement.form.ts";
import { AgreementFields } from "./AgreementFields.tsx";

/** A new agreement with a client. */
export default function AgreementNew() {
  const { id = "" } = useParams();
  const { me } = useAuth();
  const owner = me?.permissions.includes("served.write") ? me.person : null;
  return (
    <NewRecord
      form={clientAgreementForm}
      draft={`client-agreement-${id}`}
      title="New agreement"
      lead="Another person approves it; it is in force once both sides signed."
      known={{
        ownerId: owner?.id ?? null,
        services: [{ code: "", name: "", kind: "hour", rate: null }],
      }}
      within={{ clientId: id }}
      nouns={["client-agreements", "clients"]}
      submitLabel="Save the draft"
      list={pathTo("servedClient", { id })}
      page={(made) => pathTo("clientAgreement", { id: made })}
    >
      <AgreementFields {...(owner && { owner: owner.displayName })} />
    </NewRecord>
  );
}
