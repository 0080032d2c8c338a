import { useFormContext } from "react-hook-form";
import {
  CheckboxField,
  DateField,
  FormRow,
  MoneyField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { CategoryField, DeclarationField } from "../fields.tsx";

const toDocument = "needed to document it";

export const blankDamage = {
  declarationId: "",
  title: "",
  location: "",
  latitude: "",
  longitude: "",
  category: "C",
  cause: "",
  occurredOn: "",
  responsibility: "",
  dimensions: "",
  estimateCents: null as number | null,
  insured: false,
  floodZone: false,
  otherAgency: "",
};
export type DamageValues = typeof blankDamage;
/** What is sent: empty places are none. */
export const damageBody = (v: DamageValues) => ({
  ...v,
  latitude: v.latitude === "" ? null : Number(v.latitude),
  longitude: v.longitude === "" ? null : Number(v.longitude),
  estimateCents: v.estimateCents ?? 0,
});

function HereButton() {
  const { setValue } = useFormContext<DamageValues>();
  const take = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setValue("latitude", coords.latitude.toFixed(6));
        setValue("longitude", coords.longitude.toFixed(6));
      },
      () => notify.failed("The place was not found", new Error("Allow it, or type it.")),
      { enableHighAccuracy: true, timeout: 20_000 },
    );
  return (
    <button type="button" className="btn" onClick={take}>
      Take the place where I stand
    </button>
  );
}

/** What is said of damage. */
export function DamageFields() {
  return (
    <>
      <DeclarationField />
      <TextField name="title" label="What is damaged" required maxLength={200} />
      <TextField name="location" label="Where" required maxLength={300} />
      <FormRow>
        <TextField name="latitude" label="Latitude" maxLength={12} />
        <TextField name="longitude" label="Longitude" maxLength={12} />
      </FormRow>
      <HereButton />
      <FormRow>
        <CategoryField />
        <DateField name="occurredOn" label="Day of the damage" required />
      </FormRow>
      <TextArea name="cause" label="What damaged it" rows={2} required />
      <TextField
        name="responsibility"
        label="Who is legally responsible"
        maxLength={500}
        needed={toDocument}
      />
      <TextField name="dimensions" label="Dimensions" maxLength={500} needed={toDocument} />
      <FormRow>
        <MoneyField name="estimateCents" label="Estimate" />
        <TextField name="otherAgency" label="Other federal agency in charge" maxLength={200} />
      </FormRow>
      <CheckboxField name="insured" label="It is insured" />
      <CheckboxField name="floodZone" label="It lies in a flood zone" />
    </>
  );
}
