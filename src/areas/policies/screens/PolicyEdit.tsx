import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { policyForm } from "../policy/policy.form.ts";
import type { PolicyDetail } from "../policy/policy.model.ts";
import { PolicyFields } from "./PolicyFields.tsx";

/** Changes a draft of a policy. */
export default function PolicyEdit() {
  return (
    <EditRecord<PolicyDetail>
      form={policyForm}
      draft="policy"
      what="This policy"
      submitLabel="Save draft"
      name={(policy) => policy.title}
      may={(policy) => policy.status === "draft"}
      closed="Only a draft is changed: take it back, or draft the next version."
      opens="Open the policy"
      page={(id) => pathTo("agencyPolicy", { id })}
    >
      {(policy) => <PolicyFields versionNo={policy.versionNo} owner={policy.owner} />}
    </EditRecord>
  );
}
