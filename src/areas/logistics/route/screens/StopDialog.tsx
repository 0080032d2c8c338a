import {
  CheckboxField,
  FormRow,
  FormSection,
  QuantityField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { PlanDetail } from "../plan/plan.model.ts";

type Stop = PlanDetail["stops"][number];
type Values = {
  name: string;
  place: string;
  latitude: string;
  longitude: string;
  from: string;
  to: string;
  minutes: string;
  weight: string;
  volume: string;
  skills: string;
  vehicle: string;
  must: boolean;
  detour: string;
  afterId: string;
  apartId: string;
  contact: string;
  note: string;
};

const text = (value: number | undefined, empty: string): string =>
  value === undefined ? empty : String(value);

const valuesOf = (stop: Stop | null): Values => {
  const told = stop?.told;
  return {
    ...{ name: told?.name ?? "", place: told?.place ?? "" },
    ...{ latitude: text(told?.latitude, ""), longitude: text(told?.longitude, "") },
    ...{ from: told?.from ?? "", to: told?.to ?? "", minutes: text(told?.minutes, "10") },
    ...{ weight: text(told?.weight, "0"), volume: text(told?.volume, "0") },
    ...{ skills: told?.skills ?? "", vehicle: told?.vehicle ?? "", must: told?.must ?? true },
    ...{ detour: text(told?.detour, "0"), contact: told?.contact ?? "", note: told?.note ?? "" },
    ...{ afterId: told?.afterId ?? "", apartId: told?.apartId ?? "" },
  };
};

const number = (given: string): number | null => (given.trim() === "" ? null : Number(given));

const bodyOf = (given: Values) => ({
  ...given,
  ...{ latitude: number(given.latitude), longitude: number(given.longitude) },
  ...{ minutes: number(given.minutes), weight: number(given.weight) },
  ...{ volume: number(given.volume), detour: number(given.detour) },
  ...{ afterId: given.afterId || null, apartId: given.apartId || null },
});

/** Adds a stop by hand, or changes one. */
export function StopDialog({
  plan,
  stop,
  onClose,
}: {
  plan: PlanDetail;
  stop: Stop | null;
  onClose: () => void;
}) {
  const others = plan.stops
    .filter(({ id }) => id !== stop?.id)
    .map(({ id, told: { name } }) => ({ value: id, label: name }));
  return (
    <PostDialog<Values>
      title={stop ? stop.told.name : "Add a stop"}
      path={stop ? `/api/v1/route-stops/${stop.id}` : `/api/v1/route-plans/${plan.id}/stops`}
      method={stop ? "PATCH" : "POST"}
      submit={stop ? "Save the stop" : "Add the stop"}
      values={valuesOf(stop)}
      {...(stop ? { version: stop.version } : {})}
      nouns={["route-plans"]}
      bodyOf={bodyOf}
      onClose={onClose}
    >
      <TextField name="name" label="Stop" required maxLength={160} />
      <TextField name="place" label="Address" maxLength={300} />
      <FormRow>
        <QuantityField name="latitude" label="Latitude" required />
        <TextField name="longitude" label="Longitude" required maxLength={14} />
        <QuantityField name="minutes" label="Minutes there" required />
      </FormRow>
      <FormRow>
        <TextField name="from" label="Not before" hint="Such as 08:00" maxLength={5} />
        <TextField name="to" label="Not after" hint="Work begins by then" maxLength={5} />
        <QuantityField name="weight" label="Weight, lb" />
        <QuantityField name="volume" label="Volume, cu ft" />
      </FormRow>
      <FormSection title="Who drives there">
        <FormRow>
          <SelectField
            name="vehicle"
            label="Only by"
            placeholder="Any vehicle"
            options={plan.vehicles.map(({ key }) => ({ value: key, label: key }))}
          />
          <SelectField name="afterId" label="After" placeholder="Any order" options={others} />
          <SelectField name="apartId" label="Never with" placeholder="Nothing" options={others} />
        </FormRow>
        <TextField
          name="skills"
          label="Needs"
          hint="What the vehicle must have, such as: liftgate, cold"
          maxLength={200}
        />
        <FormRow>
          <CheckboxField
            name="must"
            label="Must be driven to"
            hint="Else it is left out where it costs more than the detour"
          />
          <QuantityField name="detour" label="Worth a detour of, miles" />
        </FormRow>
      </FormSection>
      <TextField name="contact" label="Contact" hint="Name and phone" maxLength={200} />
      <TextArea name="note" label="Note for the driver" rows={2} maxLength={1000} />
    </PostDialog>
  );
}
