import { Plus, X } from "lucide-react";
import { useState } from "react";
import { useFieldArray } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { Form } from "#web/kit/form/Form.tsx";
import {
  CheckboxField,
  FormRow,
  FormSection,
  MoneyField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { useOpenedIn } from "#web/kit/form/opened.ts";
import { rulesOnDemand } from "#web/kit/form/rulesOnDemand.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { states } from "../vendor/vendor.labels.ts";
import { CertificationChoices, CommodityChoices } from "../vendor/VendorFields.tsx";
import type { CompanyView } from "./company.model.ts";
import { bodyOf, valuesOf, type Company, type CompanyValues } from "./companyValues.ts";
import { entityTypes } from "./registration.labels.ts";

const rules = rulesOnDemand<CompanyValues>(
  async () => (await import("./companyRules.ts")).companyRules,
);

function Owners() {
  const { fields, append, remove } = useFieldArray({ name: "owners" });
  return (
    <fieldset className="field min-w-0">
      <legend>
        Owners of a quarter or more <span className="optional">(optional)</span>
      </legend>
      <div className="grid gap-3">
        {fields.map((f, at) => (
          <div key={f.id} className="grid grid-cols-[minmax(0,1fr)_96px_auto] items-end gap-2">
            <TextField name={`owners.${at}.name`} label="Owner" maxLength={200} />
            <TextField name={`owners.${at}.percent`} label="Percent" maxLength={6} />
            <button
              type="button"
              className="btn btn-quiet btn-icon"
              aria-label={`Remove owner ${at + 1}`}
              onClick={() => remove(at)}
            >
              <X aria-hidden="true" />
            </button>
          </div>
        ))}
        <div>
          <button
            type="button"
            className="btn btn-small"
            onClick={() => append({ name: "", percent: "" })}
          >
            <Plus aria-hidden="true" />
            Add an owner
          </button>
        </div>
      </div>
    </fieldset>
  );
}

// A draft is saved without these; an agency takes no registration without them.
const toSubmit = { needed: "needed to submit" } as const;

/** What the company says of itself, once for all agencies. */
export function CompanyForm() {
  const save = useMutationAction("vendor-company");
  const opened = useOpenedIn<CompanyView, Company>(
    useGet<CompanyView>("vendor-company", "/api/v1/vendor-company"),
    "own",
    (view) => view.company,
  );
  const [saves, setSaves] = useState(0);
  if (opened.isPending) return <RecordSkeleton />;
  if (!opened.record)
    return (
      <ErrorPanel error={opened.error} what="Your company" onRetry={() => void opened.refetch()} />
    );
  const company = opened.record;
  const submit = async (values: CompanyValues) => {
    await save.mutateAsync({
      method: "PUT",
      path: "/api/v1/vendor-company",
      body: bodyOf(values),
      version: company.version,
    });
    notify.done(
      "Company saved",
      "Agencies that accepted you get a change only when you submit it to them.",
    );
    // Begun anew from what is stored: a tax number that was typed does not stay on the screen.
    await opened.reopen();
    setSaves((n) => n + 1);
  };
  return (
    <Form<CompanyValues>
      key={saves}
      formKey={null}
      defaultValues={valuesOf(company)}
      version={company.version}
      conflict={opened.conflictOf(valuesOf)}
      resolver={rules}
      submitLabel="Save company"
      onSubmit={submit}
      wide
    >
      <FormSection title="Identity">
        <FormRow>
          <TextField
            name="name"
            label="Legal name"
            hint="As on Form W-9"
            required
            maxLength={200}
            autoComplete="organization"
          />
          <TextField name="doingBusinessAs" label="Doing business as" maxLength={200} />
        </FormRow>
        <FormRow>
          <SelectField
            name="entityType"
            label="Kind of company"
            required
            options={options(entityTypes)}
          />
          <TextField name="uei" label="UEI" hint="Twelve characters, from SAM.gov" maxLength={12} />
        </FormRow>
        <FormRow>
          <SelectField
            name="tinKind"
            label="Kind of tax number"
            options={[
              { value: "ein", label: "Employer (EIN)" },
              { value: "ssn", label: "Social security (SSN)" },
            ]}
          />
          <TextField
            name="tin"
            label="Tax number"
            {...(company.tinLast4 ? {} : toSubmit)}
            hint={
              company.tinLast4
                ? `On file, ends in ${company.tinLast4}. Leave empty to keep it.`
                : "Stored encrypted; only the last four digits are shown"
            }
            maxLength={11}
          />
        </FormRow>
        <Owners />
      </FormSection>
      <FormSection title="Reach">
        <FormRow>
          <TextField
            name="email"
            label="E-mail for orders"
            type="email"
            autoComplete="email"
            {...toSubmit}
          />
          <TextField name="phone" label="Phone" type="tel" autoComplete="tel" {...toSubmit} />
        </FormRow>
        <TextField name="website" label="Website" type="url" autoComplete="url" />
        <FormRow>
          <TextField name="address1" label="Street" autoComplete="address-line1" {...toSubmit} />
          <TextField name="address2" label="Second line" autoComplete="address-line2" />
        </FormRow>
        <FormRow>
          <TextField name="city" label="City" autoComplete="address-level2" {...toSubmit} />
          <SelectField
            name="state"
            label="State"
            placeholder="None"
            options={states.map((value) => ({ value, label: value }))}
          />
          <TextField name="postalCode" label="ZIP" maxLength={10} autoComplete="postal-code" />
        </FormRow>
      </FormSection>
      <FormSection title="Capacity">
        <FormRow>
          <TextField name="employees" label="Employees" maxLength={8} />
          <MoneyField name="bondingCents" label="Bonding capacity" />
        </FormRow>
        <TextField
          name="serviceArea"
          label="Service area"
          hint="Counties or miles from your yard"
          maxLength={300}
        />
      </FormSection>
      <FormSection title="What you sell">
        <CommodityChoices name="commodityCodes" path="/api/v1/vendor-company/codes" />
        <CertificationChoices name="diversity" />
      </FormSection>
      <CheckboxField
        name="isPublic"
        label="Show the company in the public vendor directory"
        hint="Name, place, commodities and certifications; never contact, tax or bank data."
      />
    </Form>
  );
}
