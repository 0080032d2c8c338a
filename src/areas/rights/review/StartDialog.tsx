import { useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { duties, dutyLabels } from "#roles.ts";
import type { DepartmentRow } from "#areas/organization/organization.public.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { InstantField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet, useList, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";

type Fields = {
  name: string;
  scope: "all" | "department" | "duty";
  departmentId: string;
  duty: string;
  reviewerId: string;
  dueAt: string;
};

const scopes = [
  { value: "all", label: "The whole agency" },
  { value: "department", label: "A department" },
  { value: "duty", label: "A duty" },
] as const;

function ScopeFields({ departments }: { departments: readonly DepartmentRow[] }) {
  const scope = useWatch({ name: "scope" }) as Fields["scope"];
  if (scope === "department")
    return (
      <SelectField
        name="departmentId"
        label="Department"
        placeholder="Choose"
        options={departments.map((one) => ({ value: one.id, label: one.name }))}
        required
      />
    );
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
  const departments = useGet<{ items: DepartmentRow[] }>("departments", "/api/v1/departments");
  const members = useList<{ id: string; name: string }>(
    "/api/v1/members",
    "active=true&limit=500&sort=name",
  );
  const start = useMutationAction<{ id: string; number: string }>("rights-reviews");
  const send = async (values: Fields) => {
    const made = await start.mutateAsync({
      path: "/api/v1/rights-reviews",
      body: {
        ...values,
        departmentId: values.departmentId || null,
        duty: values.duty || null,
        reviewerId: values.reviewerId || null,
      },
    });
    notify.done("Review started", `${made.number}: the reviewers were told.`);
    onClose();
    void navigate(pathTo("rightsReview", { id: made.id }));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Start a review of rights"
      description="What is held now is frozen: roles above User, duties and delegations of approvals."
    >
      <Form<Fields>
        formKey={null}
        defaultValues={{
          name: "",
          scope: "all",
          departmentId: "",
          duty: "",
          reviewerId: "",
          dueAt: "",
        }}
        submitLabel="Freeze and start"
        onCancel={onClose}
        onSubmit={send}
      >
        <TextField name="name" label="Name" maxLength={120} required />
        <SelectField name="scope" label="Of" options={scopes} required />
        <ScopeFields departments={departments.data?.items ?? []} />
        <SelectField
          name="reviewerId"
          label="Reviewer"
          placeholder="Managers of each department"
          hint="Nobody reviews themselves: what is left goes to administrators."
          options={(members.data?.items ?? []).map((one) => ({ value: one.id, label: one.name }))}
        />
        <InstantField name="dueAt" label="Answers until" required />
      </Form>
    </Dialog>
  );
}
