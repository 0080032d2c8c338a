import { options } from "#kernel/labels.ts";
import {
  CheckboxField,
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import { objectClasses } from "#areas/finance/finance.public.ts";
import { frequencies, methods } from "./award.labels.ts";
import type { AwardDetail } from "./award.model.ts";

type ObjectClass = keyof typeof objectClasses;
export type AwardForm = {
  title: string;
  program: string;
  grantor: string;
  grantorNumber: string;
  assistanceListing: string;
  departmentId: string | null;
  federal: boolean;
  disaster: boolean;
  amount: number | null;
  match: number | null;
  share: string;
  periodFrom: string;
  periodTo: string;
  preawardFrom: string | null;
  method: string;
  advanceDays: string;
  reportEvery: string;
  indirect: string;
  note: string;
  budget: Record<ObjectClass, number | null>;
};
const classNames = Object.keys(objectClasses) as ObjectClass[];
const noBudget = Object.fromEntries(classNames.map((c) => [c, null])) as AwardForm["budget"];

export const blankAward: AwardForm = {
  title: "",
  program: "",
  grantor: "",
  grantorNumber: "",
  assistanceListing: "",
  departmentId: null,
  federal: true,
  disaster: false,
  amount: null,
  match: null,
  share: "100",
  periodFrom: "",
  periodTo: "",
  preawardFrom: null,
  method: "reimbursement",
  advanceDays: "3",
  reportEvery: "quarterly",
  indirect: "0",
  note: "",
  budget: noBudget,
};

/** What the form sends. */
export const toInput = ({ share, indirect, advanceDays, budget, ...form }: AwardForm) => ({
  ...form,
  departmentId: form.departmentId || null,
  preawardFrom: form.preawardFrom || null,
  amount: form.amount ?? 0,
  match: form.match ?? 0,
  shareRate: Math.round(Number(share) * 100),
  indirectRate: Math.round(Number(indirect) * 100),
  advanceDays: Number(advanceDays),
  budget: classNames.flatMap((objectClass) =>
    budget[objectClass] ? [{ objectClass, cents: budget[objectClass] }] : [],
  ),
});

/** A stored award as the form's values. */
export const toForm = (w: AwardDetail): AwardForm => ({
  ...blankAward,
  title: w.title,
  program: w.program,
  grantor: w.grantor,
  grantorNumber: w.grantorNumber,
  assistanceListing: w.assistanceListing,
  departmentId: w.departmentId ?? null,
  federal: w.federal,
  disaster: w.disaster,
  amount: w.amount,
  match: w.match,
  share: String(w.shareRate / 100),
  periodFrom: w.periodFrom,
  periodTo: w.periodTo,
  preawardFrom: w.preawardFrom ?? null,
  method: w.method,
  advanceDays: String(w.advanceDays),
  reportEvery: w.reportEvery,
  indirect: String(w.indirectRate / 100),
  note: w.note,
  budget: {
    ...noBudget,
    ...Object.fromEntries(w.classes.map((c) => [c.objectClass, c.budget || null])),
  },
});

/** The fields of an award. */
export function AwardFields() {
  const departments = useGet<{ items: { id: string; name: string }[] }>(
    "departments",
    "/api/v1/departments",
  );
  return (
    <>
      <FormSection title="The award">
        <TextField name="title" label="Title" required maxLength={200} />
        <FormRow>
          <TextField name="grantor" label="Grantor" required maxLength={200} />
          <TextField name="grantorNumber" label="Award number of the grantor" maxLength={60} />
        </FormRow>
        <FormRow>
          <TextField name="program" label="Program" maxLength={200} />
          <TextField name="assistanceListing" label="Assistance listing" maxLength={10} />
        </FormRow>
        <SelectField
          name="departmentId"
          label="Department"
          options={(departments.data?.items ?? []).map((d) => ({ value: d.id, label: d.name }))}
        />
        <CheckboxField name="federal" label="Federal money" />
        <CheckboxField name="disaster" label="Disaster assistance" />
      </FormSection>
      <FormSection title="Money and time">
        <FormRow>
          <MoneyField name="amount" label="The grantor pays at most" required />
          <MoneyField name="match" label="Match" />
          <TextField name="share" label="Grantor's share of every cost, %" required />
        </FormRow>
        <FormRow>
          <DateField name="periodFrom" label="Period from" required />
          <DateField name="periodTo" label="Period to" required />
          <DateField name="preawardFrom" label="Pre-award costs approved from" />
        </FormRow>
        <FormRow>
          <SelectField name="method" label="Payment" options={options(methods)} />
          <TextField name="advanceDays" label="Days of an advance" />
          <SelectField name="reportEvery" label="Reports" options={options(frequencies)} />
          <TextField name="indirect" label="Indirect rate, %" />
        </FormRow>
      </FormSection>
      <FormSection title="Budget by object class, match included">
        <FormRow>
          {classNames.slice(0, 3).map((c) => (
            <MoneyField key={c} name={`budget.${c}`} label={objectClasses[c]} />
          ))}
        </FormRow>
        <FormRow>
          {classNames.slice(3, 6).map((c) => (
            <MoneyField key={c} name={`budget.${c}`} label={objectClasses[c]} />
          ))}
        </FormRow>
        <FormRow>
          {classNames.slice(6).map((c) => (
            <MoneyField key={c} name={`budget.${c}`} label={objectClasses[c]} />
          ))}
        </FormRow>
        <TextArea name="note" label="Note" maxLength={4000} />
      </FormSection>
    </>
  );
}
