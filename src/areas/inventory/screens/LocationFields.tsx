import { useWatch } from "react-hook-form";
import { PlaceField } from "#areas/organization/organization.ui.tsx";
import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { CheckboxField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { chargeTimes } from "../location/location.labels.ts";
import type { LocationDetail, LocationRow } from "../location/location.model.ts";

/** The fields of a stock location. */
export function LocationFields({ location }: { location?: LocationDetail }) {
  const parentId = useWatch({ name: "parentId" }) as string | null;
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
        <Combobox<LocationRow>
          name="parentId"
          label="Within"
          path="/api/v1/stock-locations"
          query="status=active"
          itemLabel={({ code, name }) => `${code} ${name}`}
          currentLabel={location?.parent ?? null}
        />
        {!parentId && <PlaceField name="placeId" label="Place" required />}
      </FormRow>
      <SelectField
        name="chargeAt"
        label="The budget bears what lies here"
        hint="An issue moves no budget by itself yet: what is to be borne as it is issued, a cost transfer moves, which names the issue."
        options={options(chargeTimes)}
      />
      <CheckboxField
        name="quarantine"
        label="Quarantine"
        hint="What lies here is issued to nobody."
      />
    </>
  );
}
