import { useFormContext, useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  CheckboxField,
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  QuantityField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { useGet } from "#web/kit/queries.ts";
import { DepartmentField } from "#areas/organization/organization.ui.tsx";
import { methods } from "#areas/procurement/procurement.public.ts";
import { bases, contractKinds, priceTypes } from "./contract.labels.ts";
import type { ContractForm } from "./contract.form.ts";

type PlanYear = ContractForm["yearPlan"][number];

/** The plan per fiscal year, with what is missing to the sum that it must meet. */
export function YearPlan({ meets, label }: { meets: string; label: string }) {
  const sum = (useWatch({ name: meets }) as number | null) ?? 0;
  const plan = (useWatch({ name: "yearPlan" }) as PlanYear[] | undefined) ?? [];
  const rest = sum - plan.reduce((n, { amount }) => n + (amount ?? 0), 0);
  return (
    <>
      <LineItems
        name="yearPlan"
        label={label}
        blank={() => ({ year: "", amount: rest === 0 ? null : rest })}
        columns={[
          { name: "year", label: "Fiscal year", kind: "text", required: true, width: "w-[140px]" },
          { name: "amount", label: "Amount", kind: "money", required: true },
        ]}
      />
      <p className={`text-13 ${rest === 0 ? "text-t3" : "text-warning"}`} role="status">
        {rest === 0
          ? "The years come to the whole amount."
          : `${formatCents(rest)} of ${formatCents(sum)} is not planned.`}
      </p>
    </>
  );
}

function Parties({ fixedVendor }: { fixedVendor: boolean }) {
  const { setValue } = useFormContext<ContractForm>();
  const [vendorId, ownerId] = useWatch({ name: ["vendorId", "ownerId"] }) as [
    string,
    string | null,
  ];
  const { me } = useAuth();
  const vendor = useGet<{ name: string }>("vendors", `/api/v1/vendors/${vendorId}`, {
    enabled: Boolean(vendorId),
  });
  const owner = useGet<{ name: string }>("members", `/api/v1/members/${ownerId}`, {
    enabled: Boolean(ownerId) && ownerId !== me?.person.id,
  });
  return (
    <FormSection title="Who and what">
      <TextField name="title" label="What it is for" required maxLength={200} />
      {fixedVendor ? (
        <p className="text-t2">{vendor.data?.name ?? "The vendor"}, as awarded.</p>
      ) : (
        <Combobox<{ id: string; name: string; number: string }>
          name="vendorId"
          label="Vendor"
          required
          path="/api/v1/vendors"
          query="status=active"
          itemLabel={(v) => v.name}
          itemHint={(v) => v.number}
          currentLabel={vendor.data?.name ?? null}
        />
      )}
      <FormRow>
        <SelectField name="kind" label="Kind" required options={options(contractKinds)} />
        <DepartmentField name="departmentId" label="Department" required />
      </FormRow>
      <Combobox<{ id: string; name: string; email: string }>
        name="ownerId"
        label="Owner"
        path="/api/v1/members"
        query="active=true"
        itemLabel={(m) => m.name}
        itemHint={(m) => m.email}
        currentLabel={
          ownerId === me?.person.id ? (me?.person.displayName ?? null) : (owner.data?.name ?? null)
        }
        onPick={(m) => setValue("ownerId", m.id, { shouldDirty: true })}
        hint="Is told when the ceiling or the end comes near; you when left empty"
      />
      <TextArea
        name="scope"
        label="Scope or statement of work"
        hint="What is bought, as both sides sign it; or add it as an exhibit"
        rows={5}
        maxLength={20000}
      />
      <TextArea
        name="deliverables"
        label="Deliverables"
        hint="What the vendor hands over, and when"
        rows={3}
        maxLength={20000}
      />
      <TextArea name="description" label="Description" rows={4} maxLength={20000} />
    </FormSection>
  );
}

function Chosen() {
  const [basis, priceType] = useWatch({ name: ["basis", "priceType"] }) as [string, string];
  return (
    <FormSection title="How it was bought">
      <FormRow>
        <SelectField name="basis" label="Chosen by" options={options(bases)} />
        <SelectField name="method" label="Procurement method" options={options(methods)} />
      </FormRow>
      <TextArea
        name="evidence"
        label={basis === "noncompetitive" ? "Justification" : "Evidence"}
        rows={3}
        maxLength={4000}
        hint={
          basis === "noncompetitive"
            ? "Which case of 2 CFR 200.320(c) it is, and why"
            : "Numbers of the quotes, the award, or the other agency's contract"
        }
      />
      <SelectField
        name="priceType"
        label="Price"
        required
        options={options(priceTypes)}
        hint="Cost plus a percentage of cost is not allowed. 2 CFR 200.324(c)"
      />
      {priceType === "time_and_materials" && (
        <TextArea
          name="determination"
          label="Why no other price type is suitable"
          rows={3}
          maxLength={4000}
          hint="The ceiling binds the vendor at its own risk. 2 CFR 200.318(j)"
        />
      )}
    </FormSection>
  );
}

/** The fields of a contract: for a new one and while it is drafted. */
export function ContractFields({ fixedVendor = false }: { fixedVendor?: boolean }) {
  return (
    <>
      <Parties fixedVendor={fixedVendor} />
      <Chosen />
      <FormSection title="Term">
        <FormRow>
          <DateField name="startsOn" label="Begins" required />
          <DateField name="endsOn" label="Ends" required />
        </FormRow>
        <FormRow>
          <QuantityField name="optionCount" label="Options" decimals={0} />
          <QuantityField name="optionMonths" label="Months of each" decimals={0} />
          <QuantityField name="optionNoticeMonths" label="Months of notice" decimals={0} />
          <QuantityField name="optionNoticeDays" label="Days of notice" decimals={0} />
        </FormRow>
      </FormSection>
      <FormSection title="Money">
        <FormRow>
          <MoneyField
            name="ceiling"
            label="Ceiling"
            required
            hint="What orders may come to in all"
          />
          <QuantityField name="retainagePercent" label="Retainage" unit="%" decimals={2} />
        </FormRow>
        <YearPlan meets="ceiling" label="Plan per fiscal year" />
        <TextField
          name="federalAward"
          label="Federal award"
          maxLength={200}
          hint="Its number, where one pays"
        />
        <CheckboxField
          name="insuranceRequired"
          label="The vendor must be insured"
          hint="No order goes out without a certificate in force, by the agency's insurance policy"
        />
      </FormSection>
    </>
  );
}
