import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { policyForm } from "../policy/policy.form.ts";
import { PolicyFields } from "./PolicyFields.tsx";

/** Drafts a policy: nobody else sees it before it is published. */
export default function PolicyNew() {
  return (
    <NewRecord
      title="New policy"
      lead="A draft: another person approves it, then it is published."
      form={policyForm}
      draft="policy-new"
      submitLabel="Save draft"
      list={pathTo("agencyPolicies")}
      page={(id) => pathTo("agencyPolicy", { id })}
    >
      <PolicyFields />
    </NewRecord>
  );
}
