import type { DefaultValues } from "react-hook-form";
import { Form } from "#web/kit/form/Form.tsx";
import { FormRow, FormSection, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { monthNames, timeZoneChoices } from "../organization.labels.ts";
import type { OrganizationRow } from "../organization.model.ts";
import {
  contactKinds,
  profileOf,
  wordsOf,
  type ContactKind,
  type Profile,
  type Words,
} from "./profile.labels.ts";
import { useAgencyForm } from "./useAgency.ts";

type Fields = {
  name: string;
  address: string;
  phone: string;
  timeZone: string;
  fiscalYearStartMonth: string;
  profile: Profile;
  words: Words;
};

const toForm = (row: OrganizationRow): Fields => ({
  name: row.name,
  address: row.address,
  phone: row.phone,
  timeZone: row.timeZone,
  fiscalYearStartMonth: String(row.fiscalYearStartMonth),
  profile: profileOf(row.profile),
  words: wordsOf(row.branding),
});

function Contacts() {
  return (Object.keys(contactKinds) as ContactKind[]).map((kind) => (
    <fieldset key={kind} className="min-w-0">
      <legend className="mb-2 font-medium">{contactKinds[kind]}</legend>
      <FormRow>
        <TextField name={`profile.contacts.${kind}.name`} label="Name or office" maxLength={120} />
        <TextField name={`profile.contacts.${kind}.email`} label="Mail address" />
        <TextField name={`profile.contacts.${kind}.phone`} label="Telephone" maxLength={40} />
      </FormRow>
    </fieldset>
  ));
}

/** Who the agency is: names, addresses, numbers of federal forms, contacts, zone and fiscal year. */
export function AgencyForm({ agency }: { agency: OrganizationRow }) {
  const { defaultValues, conflict, onSubmit } = useAgencyForm(
    agency,
    toForm,
    ({ fiscalYearStartMonth, ...values }) => ({
      ...values,
      fiscalYearStartMonth: Number(fiscalYearStartMonth),
    }),
  );
  return (
    <Form<Fields>
      formKey={null}
      defaultValues={defaultValues as DefaultValues<Fields>}
      conflict={conflict}
      submitLabel="Save the agency"
      onSubmit={onSubmit}
    >
      <FormRow>
        <TextField name="name" label="Name" hint="As people call it." required />
        <TextField
          name="profile.legalName"
          label="Legal name"
          hint="As it stands on federal forms and contracts."
          maxLength={200}
        />
      </FormRow>
      <FormRow>
        <TextField
          name="address"
          label="Mailing address"
          maxLength={300}
          hint="Vendors read it on your orders."
        />
        <TextField name="profile.physicalAddress" label="Physical address" maxLength={300} />
      </FormRow>
      <FormRow>
        <TextField name="phone" label="Telephone" maxLength={40} hint="For questions on orders." />
        <TextField name="profile.website" label="Web site" />
      </FormRow>
      <FormRow>
        <TextField
          name="profile.uei"
          label="UEI"
          maxLength={12}
          hint="Twelve letters and digits, from SAM.gov."
        />
        <TextField
          name="profile.fips"
          label="FIPS code"
          maxLength={7}
          hint="State 2, county 5, place 7 digits."
        />
      </FormRow>
      <FormRow>
        <SelectField
          name="timeZone"
          label="Time zone"
          options={timeZoneChoices(agency.timeZone)}
          required
        />
        <SelectField
          name="fiscalYearStartMonth"
          label="Fiscal year begins in"
          options={monthNames.map((label, at) => ({ value: String(at + 1), label }))}
          required
        />
      </FormRow>
      <FormSection title="Contacts">
        <Contacts />
      </FormSection>
      <FormSection title="Assistant">
        <TextField
          name="words.companyName"
          label="Name that it gives"
          maxLength={120}
          hint="Empty: the product's name."
        />
        <TextArea name="words.welcomeMessage" label="First words" maxLength={400} />
      </FormSection>
    </Form>
  );
}
