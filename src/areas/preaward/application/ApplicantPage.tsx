import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DateField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { applicantTypes } from "../opportunity/eligible.model.ts";
import type { ApplicantInput, ApplicantRecord } from "./application.model.ts";

type Values = Record<keyof ApplicantInput, string>;
const labels: Values = {
  legalName: "Legal name",
  ein: "Employer identification number",
  uei: "Unique entity identifier",
  samUntil: "Registered in SAM.gov until",
  applicantType: "Type of applicant",
  street: "Street",
  city: "City",
  county: "County",
  state: "State",
  postalCode: "ZIP code",
  district: "Congressional district",
  phone: "Telephone",
  email: "Email",
};
const blank: Values = {
  legalName: "",
  ein: "",
  uei: "",
  samUntil: "",
  applicantType: "",
  street: "",
  city: "",
  county: "",
  state: "",
  postalCode: "",
  district: "",
  phone: "",
  email: "",
};

function Fields() {
  return (
    <>
      <TextField name="legalName" label="Legal name" required maxLength={60} />
      <SelectField
        name="applicantType"
        label="Type of applicant"
        required
        options={Object.keys(applicantTypes).map((value) => ({ value, label: value }))}
      />
      <FormRow>
        <TextField name="uei" label="Unique entity identifier" required maxLength={12} />
        <DateField name="samUntil" label="Registered in SAM.gov until" required />
      </FormRow>
      <FormRow>
        <TextField name="ein" label="Employer identification number" required />
        <TextField name="district" label="Congressional district" required hint="Such as MN-006." />
      </FormRow>
      <TextField name="street" label="Street" required maxLength={55} />
      <FormRow>
        <TextField name="city" label="City" required maxLength={35} />
        <TextField name="county" label="County" maxLength={30} />
      </FormRow>
      <FormRow>
        <TextField name="state" label="State" required hint="Two letters." maxLength={2} />
        <TextField name="postalCode" label="ZIP code" required />
      </FormRow>
      <FormRow>
        <TextField name="phone" label="Telephone" type="tel" required />
        <TextField name="email" label="Email" type="email" required />
      </FormRow>
    </>
  );
}

/** What the agency says of itself on every application. */
export default function ApplicantPage() {
  const { can } = useAuth();
  const navigate = useNavigate();
  const known = useGet<{ applicant: ApplicantRecord | null }>(
    "grant-applicant",
    "/api/v1/grant-applicant",
  );
  const save = useMutationAction("grant-applicant", "grant-opportunities", "grant-applications");
  if (known.isPending) return <RecordSkeleton />;
  if (!known.data) return <ErrorPanel error={known.error} what="The applicant" />;
  const { applicant } = known.data;
  const values = applicant
    ? (Object.fromEntries(
        Object.keys(blank).map((key) => [key, applicant[key as keyof ApplicantInput]]),
      ) as Values)
    : blank;
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">The agency as an applicant</h1>
        <p className="text-t2">
          Written once, it fills the forms of every application; its type says which opportunities
          the agency may apply for.
        </p>
      </div>
      {can("grantApplication.review") ? (
        <Form<Values>
          formKey="grant-applicant"
          defaultValues={values}
          submitLabel="Save"
          onCancel={() => void navigate(pathTo("grantOpportunities"))}
          onSubmit={async (body) => {
            await save.mutateAsync({
              method: "PUT",
              path: "/api/v1/grant-applicant",
              body,
              ...(applicant ? { version: applicant.version } : {}),
            });
            notify.done("Saved", body.legalName);
          }}
        >
          <Fields />
        </Form>
      ) : (
        <Facts>
          {Object.entries(labels).map(([key, label]) => (
            <Fact key={key} label={label}>
              {values[key as keyof Values] || "Not entered"}
            </Fact>
          ))}
        </Facts>
      )}
    </div>
  );
}
