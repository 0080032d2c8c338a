import { useWatch } from "react-hook-form";
import { DepartmentField, PlaceField } from "#areas/organization/organization.ui.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  CheckboxField,
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  PercentField,
  QuantityField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { AssetDetail, ClassRow } from "./asset.model.ts";
import { assetLabels } from "../label/assetLabels.ts";

const grades = (least: string, most: string) => [
  { value: "", label: "Not rated" },
  ...[1, 2, 3, 4, 5].map((grade) => ({
    value: String(grade),
    label: grade === 1 ? `1 ${least}` : grade === 5 ? `5 ${most}` : String(grade),
  })),
];

function Belonging({ asset }: { asset?: AssetDetail }) {
  return (
    <FormSection title="Where and whose">
      <FormRow>
        <PlaceField name="placeId" label="Place" />
        <TextField name="location" label="Where exactly" maxLength={300} />
      </FormRow>
      <FormRow>
        <TextField name="latitude" label="Latitude" hint="Such as 44.7891" />
        <TextField name="longitude" label="Longitude" hint="Such as -93.6021" />
      </FormRow>
      <FormRow>
        <DepartmentField name="departmentId" label="Department" placeholder="None" />
        <Combobox<{ id: string; name: string; email: string }>
          name="custodianId"
          label="Custodian"
          path="/api/v1/members"
          query="active=true"
          itemLabel={(m) => m.name}
          itemHint={(m) => m.email}
          currentLabel={asset?.custodian ?? null}
        />
      </FormRow>
    </FormSection>
  );
}

function What({ asset }: { asset?: AssetDetail }) {
  const classId = useWatch({ name: "classId" }) as string;
  const classes = useGet<{ items: ClassRow[] }>("asset-classes", "/api/v1/asset-classes");
  const offered = (classes.data?.items ?? []).filter((c) => c.active || c.id === classId);
  return (
    <FormSection title="What it is">
      <FormRow>
        <TextField name="name" label="Name" required maxLength={200} />
        <SelectField
          name="classId"
          label="Class"
          required
          options={[
            { value: "", label: "Choose a class" },
            ...offered.map((c) => ({ value: c.id, label: c.name })),
          ]}
        />
      </FormRow>
      <FormRow>
        <TextField name="tag" label="Tag" hint="As it stands on its label" maxLength={60} />
        <Combobox<{ id: string; name: string; number: string }>
          name="parentId"
          label="Part of"
          path="/api/v1/assets"
          itemLabel={(a) => a.name}
          itemHint={(a) => a.number}
          labels={assetLabels}
          currentLabel={asset?.parent ?? null}
        />
      </FormRow>
      <FormRow>
        <TextField name="manufacturer" label="Manufacturer" maxLength={120} />
        <TextField name="model" label="Model" maxLength={120} />
        <TextField name="serial" label="Serial number" maxLength={120} />
      </FormRow>
    </FormSection>
  );
}

/** The fields of an asset, for the new and the edit screen. */
export function AssetFields({ asset }: { asset?: AssetDetail }) {
  return (
    <>
      <What {...(asset ? { asset } : {})} />
      <Belonging {...(asset ? { asset } : {})} />
      <FormSection title="How critical it is">
        <FormRow>
          <SelectField
            name="consequence"
            label="Consequence of failure"
            options={grades("slight", "grave")}
          />
          <SelectField
            name="likelihood"
            label="Likelihood of failure"
            options={grades("rare", "almost certain")}
          />
        </FormRow>
        <TextArea name="criticalityReason" label="Why" rows={2} maxLength={1000} />
      </FormSection>
      <FormSection title="Book and warranty">
        <FormRow>
          <MoneyField name="costCents" label="Cost" />
          <DateField name="acquiredOn" label="Acquired on" />
          <DateField name="warrantyUntil" label="Warranty until" />
        </FormRow>
        <FormRow>
          <MoneyField name="salvageCents" label="Salvage value" />
          <QuantityField name="lifeMonths" label="Useful life" unit="months" decimals={0} />
        </FormRow>
        <FormRow>
          <TextField name="federalAward" label="Federal award" maxLength={200} />
          <PercentField name="federalPercent" label="Federal share" />
          <DateField name="federalAwardedOn" label="Award made on" />
        </FormRow>
        <CheckboxField
          name="federalInstructions"
          label="The award asks for disposition instructions"
        />
      </FormSection>
      <FormSection title="Note">
        <TextArea name="note" label="Note" rows={3} maxLength={4000} />
      </FormSection>
    </>
  );
}
