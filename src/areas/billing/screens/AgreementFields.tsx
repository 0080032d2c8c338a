import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  DateField,
  FormRow,
  PercentField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { billedEvery } from "../period/period.labels.ts";
import { useGet } from "#web/kit/queries.ts";
import type { PlanHeld } from "../plan/plan.model.ts";

/** The fields of an agreement with an agency; `fresh` asks which one. */
export function AgreementFields({ fresh = false }: { fresh?: boolean }) {
  const plans = useGet<{ items: PlanHeld[] }>("price-plans", "/api/v1/price-plans");
  const inForce = (plans.data?.items ?? []).filter(({ status }) => status === "published");
  return (
    <>
      {fresh && (
        <Combobox<{ id: string; name: string }>
          name="customerId"
          label="Agency"
          required
          path="/api/v1/hosted-agencies"
          itemLabel={(agency) => agency.name}
        />
      )}
      <FormRow>
        <SelectField
          name="planId"
          label="Plan"
          required
          placeholder="Choose the plan"
          options={inForce.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectField name="billed" label="Billed" required options={options(billedEvery)} />
        <PercentField name="discountBp" label="Discount, percent" />
      </FormRow>
      <FormRow>
        <DateField name="startsOn" label="First day" required />
        <DateField name="endsOn" label="Last day" required />
      </FormRow>
      <FormRow>
        <TextField name="renewMonths" label="Renewed by months" hint="0: it ends" maxLength={3} />
        <TextField name="noticeDays" label="Notice, days before its end" maxLength={3} />
        <TextField name="payDays" label="Days to pay" maxLength={3} />
      </FormRow>
      <FormRow>
        <TextField name="orderNumber" label="Purchase order of the agency" maxLength={60} />
        <TextField name="billEmail" label="Bills go to this address" maxLength={200} />
      </FormRow>
      <TextArea name="billTo" label="Address on the bill" rows={3} maxLength={500} />
      <FormRow>
        <TextField name="exemptionNumber" label="Certificate of exemption" maxLength={60} />
        <TextField name="exemptionReason" label="Why it is exempt" maxLength={200} />
      </FormRow>
      <TextArea name="note" label="Note" rows={3} maxLength={2000} />
    </>
  );
}
