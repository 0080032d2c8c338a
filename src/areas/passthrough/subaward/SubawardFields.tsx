import { useWatch } from "react-hook-form";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, FormSection, MoneyField, TextField } from "#web/kit/form/fields.tsx";
import { BudgetFields } from "../application/ApplicationFields.tsx";
import { budgetForm, budgetOf, type BudgetForm } from "../application/applicationForm.ts";

export type SubawardForm = {
  awardId: string | null;
  applicationId: string | null;
  vendorId: string | null;
  accountStringId: string | null;
  title: string;
  amount: number | null;
  match: number | null;
  budget: BudgetForm;
  startsOn: string;
  endsOn: string;
};
const blankSubaward: SubawardForm = {
  awardId: null,
  applicationId: null,
  vendorId: null,
  accountStringId: null,
  title: "",
  amount: null,
  match: null,
  budget: budgetForm([]),
  startsOn: "",
  endsOn: "",
};
/** What the form sends. */
const subawardBody = (values: SubawardForm) => ({
  ...values,
  amount: values.amount ?? 0,
  match: values.match ?? 0,
  budget: budgetOf(values.budget),
});

/** The form of a subaward. */
export const subawardForm = {
  path: "/api/v1/subawards",
  blank: (known: object = {}): SubawardForm => ({ ...blankSubaward, ...known }),
  toForm: (known: object): SubawardForm => ({ ...blankSubaward, ...known }),
  toInput: subawardBody,
};

type Vendor = { id: string; name: string; number: string };
type Award = { id: string; number: string; title: string };
type Account = { id: string; code: string; label: string };

/** The fields of a subaward. Its subrecipient is fixed where an application was selected. */
export function SubawardFields({ applicant }: { applicant?: string | null }) {
  const awardId = useWatch({ name: "awardId" }) as string | null;
  return (
    <>
      <FormSection title="Who passes what on to whom">
        <TextField name="title" label="Title" required maxLength={200} />
        <FormRow>
          <Combobox<Award>
            name="awardId"
            label="Award that pays"
            required
            path="/api/v1/grant-awards"
            query="status=active,amended,accepted"
            itemLabel={(w) => `${w.number} ${w.title}`}
          />
          {applicant ? (
            <p className="field">
              <span className="label">Subrecipient</span>
              <b>{applicant}</b>
            </p>
          ) : (
            <Combobox<Vendor>
              name="vendorId"
              label="Subrecipient"
              required
              path="/api/v1/vendors"
              query="status=active"
              itemLabel={(v) => v.name}
              itemHint={(v) => v.number}
            />
          )}
        </FormRow>
        <Combobox<Account>
          name="accountStringId"
          label="Account that it charges"
          required
          hint={awardId ? "An account string that spends this award" : undefined}
          path="/api/v1/account-strings"
          itemLabel={(a) => a.code}
          itemHint={(a) => a.label}
        />
      </FormSection>
      <FormSection title="Money and days">
        <FormRow>
          <MoneyField name="amount" label="Passed on" required />
          <MoneyField name="match" label="Match of the subrecipient" />
        </FormRow>
        <FormRow>
          <DateField name="startsOn" label="From" required />
          <DateField name="endsOn" label="To" required />
        </FormRow>
      </FormSection>
      <FormSection title="Budget by object class, match included">
        <BudgetFields />
      </FormSection>
    </>
  );
}
