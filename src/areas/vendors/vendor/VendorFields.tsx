import { X } from "lucide-react";
import { useController } from "react-hook-form";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  CheckboxField,
  DateField,
  FormRow,
  FormSection,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { formOf } from "#web/kit/form/values.ts";
import { useGet } from "#web/kit/queries.ts";
import { certifications, states, type Certification } from "./vendor.labels.ts";
import type { VendorDetail } from "./vendor.model.ts";
import { bodyOf, type VendorForm } from "./vendorForm.ts";

/** An empty form. */
export const blankVendor: VendorForm = {
  name: "",
  doingBusinessAs: "",
  uei: "",
  tinKind: "ein",
  tin: "",
  email: "",
  phone: "",
  website: "",
  address1: "",
  address2: "",
  city: "",
  state: "",
  postalCode: "",
  country: "US",
  termsDays: "30",
  paymentTerms: "",
  paymentMethod: "check",
  isPublic: false,
  diversity: [],
  commodityCodes: [],
  insuranceExpiresOn: "",
  note: "",
};

/** A stored vendor as the form's values. The tax number is never filled in. */
export const toForm = (vendor: VendorDetail): VendorForm => formOf(blankVendor, vendor);

/** The form of a vendor. */
export const vendorForm = {
  path: "/api/v1/vendors",
  blank: () => blankVendor,
  toForm,
  toInput: bodyOf,
};

/** Certifications to tick; the value is a list of their keys. */
export function CertificationChoices({ name }: { name: string }) {
  const { field } = useController({ name });
  const held = (field.value as Certification[] | undefined) ?? [];
  const toggle = (one: Certification, on: boolean) =>
    field.onChange(on ? [...held, one] : held.filter((each) => each !== one));
  return (
    <fieldset className="field">
      <legend>
        Certifications <span className="optional">(optional)</span>
      </legend>
      <p className="hint">
        As the vendor states them. A certificate with its days is recorded on the vendor's page,
        under Documents; its kind follows from it then.
      </p>
      <div className="grid sm:grid-cols-2 sm:gap-x-6">
        {(Object.keys(certifications) as Certification[]).map((one) => (
          <label key={one} className="check">
            <input
              type="checkbox"
              checked={held.includes(one)}
              onChange={(event) => toggle(one, event.target.checked)}
            />
            <span>{certifications[one]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type Commodity = { id: string; code: string; name: string };

/**
 * Commodities by code or word; the value is a list of codes. `path` is where they are looked for,
 * `query` narrows it.
 */
export function CommodityChoices({
  name,
  path = "/api/v1/commodities",
  query = "",
}: {
  name: string;
  path?: string;
  query?: string;
}) {
  const { field } = useController({ name });
  const pick = useController({ name: "commodityPick", defaultValue: "" });
  const chosen = (field.value as string[] | undefined) ?? [];
  const named = useGet<{ items: Commodity[] }>(
    "commodities",
    `${path}?${query && `${query}&`}limit=500&codes=${chosen.map(encodeURIComponent).join(",")}`,
    { enabled: chosen.length > 0, keep: true },
  );
  const nameOf = (code: string) => named.data?.items.find((c) => c.code === code)?.name ?? "";
  const add = (item: Commodity) => {
    if (!chosen.includes(item.code)) field.onChange([...chosen, item.code].toSorted());
    setTimeout(() => pick.field.onChange(""));
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Combobox<Commodity>
        name="commodityPick"
        label="Commodities"
        hint="What the vendor sells, by NAICS code or word; requests for bids find vendors by it."
        path={path}
        {...(query ? { query } : {})}
        itemLabel={(c) => c.name}
        itemHint={(c) => c.code}
        onPick={add}
      />
      {chosen.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-1" aria-label="Chosen commodities">
          {chosen.map((code) => (
            <li key={code} className="flex items-center gap-3 border-b border-hair py-1 text-14">
              <span className="mono text-t3">{code}</span>
              <span className="min-w-0 truncate">{nameOf(code)}</span>
              <button
                type="button"
                className="btn btn-quiet btn-icon btn-small ml-auto"
                aria-label={`Remove ${code} ${nameOf(code)}`}
                onClick={() => field.onChange(chosen.filter((each) => each !== code))}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const stateOptions = states.map((value) => ({ value, label: value }));

/** The fields of a vendor. `tinOnFile` are the last four digits that are known already. */
export function VendorFields({ tinOnFile }: { tinOnFile: string | null }) {
  return (
    <>
      <FormSection title="Identity">
        <TextField name="name" label="Legal name" hint="As on Form W-9" required maxLength={200} />
        <FormRow>
          <TextField name="doingBusinessAs" label="Doing business as" maxLength={200} />
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
            hint={
              tinOnFile
                ? `On file, ends in ${tinOnFile}. Leave empty to keep it.`
                : "Stored encrypted; only the last four digits are shown"
            }
            maxLength={11}
          />
        </FormRow>
      </FormSection>
      <FormSection title="Reach">
        <FormRow>
          <TextField name="email" label="E-mail for orders" type="email" />
          <TextField name="phone" label="Phone" type="tel" />
        </FormRow>
        <TextField name="website" label="Website" type="url" />
        <FormRow>
          <TextField name="address1" label="Street" />
          <TextField name="address2" label="Second line" />
        </FormRow>
        <FormRow>
          <TextField name="city" label="City" />
          <SelectField name="state" label="State" placeholder="None" options={stateOptions} />
          <TextField name="postalCode" label="ZIP" maxLength={10} />
        </FormRow>
      </FormSection>
      <FormSection title="Terms">
        <FormRow>
          <TextField name="termsDays" label="Payment terms, days" maxLength={3} required />
          <TextField
            name="paymentTerms"
            label="Discount terms"
            maxLength={60}
            hint="As its bills state them, such as 2/10 net 30"
          />
        </FormRow>
        <FormRow>
          <SelectField
            name="paymentMethod"
            label="Paid by"
            required
            options={[
              { value: "ach", label: "ACH transfer" },
              { value: "check", label: "Check" },
            ]}
          />
          <DateField name="insuranceExpiresOn" label="Insurance until" />
        </FormRow>
        <CheckboxField
          name="isPublic"
          label="Show in the public vendor directory"
          hint="Name, place, commodities and certifications; never contact or tax data."
        />
      </FormSection>
      <FormSection title="What it sells">
        <CommodityChoices name="commodityCodes" />
        <CertificationChoices name="diversity" />
      </FormSection>
      <TextArea name="note" label="Note" rows={3} maxLength={4000} />
    </>
  );
}
