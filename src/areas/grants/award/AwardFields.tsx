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
import { DepartmentField } from "#areas/organization/organization.ui.tsx";
import { objectClasses } from "#areas/finance/finance.public.ts";
import { bases, frequencies, methods, reportEndings, wageAnswers } from "./award.labels.ts";
import { classNames } from "./award.form.ts";

/** The fields of an award. */
export function AwardFields() {
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
        <DepartmentField name="departmentId" label="Department" />
        <CheckboxField name="federal" label="Federal money" />
        <CheckboxField name="disaster" label="Disaster assistance" />
        <FormRow>
          <SelectField
            name="prevailingWages"
            label="Prevailing wages of construction"
            options={options(wageAnswers)}
            hint="While it is not known, construction bears the clause."
          />
          <TextField
            name="prevailingWagesSource"
            label="Where that is written"
            hint="A law (23 U.S.C. 113) or a page of the award."
            maxLength={300}
          />
        </FormRow>
      </FormSection>
      <FormSection title="Money and time">
        <FormRow>
          <MoneyField name="amount" label="The grantor pays at most" required />
          <MoneyField name="match" label="Match" />
          <TextField name="shareRate" label="Grantor's share of every cost, %" required />
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
        </FormRow>
        <FormRow>
          <SelectField
            name="reportEnds"
            label="Interim reports end"
            options={options(reportEndings)}
          />
          <SelectField name="basis" label="Basis of accounting" options={options(bases)} />
          <TextField name="indirectRate" label="Indirect rate, %" />
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
