import { useWatch } from "react-hook-form";
import type { AccountString } from "#areas/budget/budget.ui.tsx";
import { PlaceField } from "#areas/organization/organization.ui.tsx";
import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { CheckboxField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { chargeTimes } from "../location/location.labels.ts";
import type { LocationDetail } from "../location/location.model.ts";
import { LocationField } from "../label/LocationField.tsx";

/** The fields of a stock location. */
export function LocationFields({ location }: { location?: LocationDetail }) {
  const [parentId, chargeAt] = useWatch({ name: ["parentId", "chargeAt"] }) as (string | null)[];
  const atIssue = chargeAt === "issue";
  return (
    <>
      <FormRow>
        <TextField
          name="code"
          label="Code"
          required
          maxLength={40}
          hint="As it stands on the shelf, such as A-03-2"
        />
        <TextField name="name" label="Name" required maxLength={120} />
      </FormRow>
      <FormRow>
        <LocationField
          name="parentId"
          label="Within"
          required={false}
          current={location?.parent ?? null}
        />
        {!parentId && <PlaceField name="placeId" label="Place" required />}
      </FormRow>
      <FormRow>
        <SelectField
          name="chargeAt"
          label="The budget bears what lies here"
          hint={
            atIssue
              ? "An issue charges the line of who gets it, and takes the same off the line of the stores."
              : "The line that it was bought on. An issue moves no budget."
          }
          options={options(chargeTimes)}
        />
        {atIssue && (
          <Combobox<AccountString>
            name="chargeAccountId"
            label="Line of the stores"
            hint="Its goods are bought on it"
            required
            path="/api/v1/account-strings"
            itemLabel={({ code, label }) => `${code} · ${label}`}
            currentLabel={location?.chargeAccount ?? null}
          />
        )}
      </FormRow>
      <CheckboxField
        name="quarantine"
        label="Quarantine"
        hint="What lies here is issued to nobody."
      />
    </>
  );
}
