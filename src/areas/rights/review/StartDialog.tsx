import { useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { duties, dutyLabels } from "#roles.ts";
import { DepartmentField } from "#areas/organization/organization.ui.tsx";
import { InstantField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { useList } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { rightsReviewForm } from "./review.form.ts";

const scopes = [
  { value: "all", label: "The whole agency" },
  { value: "department", label: "A department" },
  { value: "duty", label: "A duty" },
] as const;

function ScopeFields() {
  const scope = useWatch({ name: "scope" }) as string;
  if (scope === "department")
    return <DepartmentField name="departmentId" label="Department" placeholder="Choose" required />;
  if (scope === "duty")
    return (
      <SelectField
        name="duty"
        label="Duty"
        placeholder="Choose"
        options={duties.map((value) => ({ value, label: dutyLabels[value].label }))}
        required
      />
    );
  return null;
}

/** Freezes the rights of a scope and asks about each until a deadline. */
export function StartDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const members = useList<{ id: string; name: string }>(
    "/api/v1/members",
    "active=true&limit=500&sort=name",
  );
  return (
    <RecordDialog
      form={rightsReviewForm}
      title="Start a review of rights"
      description="What is held now is frozen: roles above User, duties and delegations of approvals."
      submitLabel="Freeze and start"
      saved={({ answer }) =>
        notify.done("Review started", `${String(answer["number"])}: the reviewers were told.`)
      }
      onClose={onClose}
      onDone={(id) => void navigate(pathTo("rightsReview", { id }))}
    >
      <TextField name="name" label="Name" maxLength={120} required />
      <SelectField name="scope" label="Of" options={scopes} required />
      <ScopeFields />
      <SelectField
        name="reviewerId"
        label="Reviewer"
        placeholder="Managers of each department"
        hint="Nobody reviews themselves: what is left goes to administrators."
        options={(members.data?.items ?? []).map((one) => ({ value: one.id, label: one.name }))}
      />
      <InstantField name="dueAt" label="Answers until" required />
    </RecordDialog>
  );
}
