import { useFormContext, useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import {
  DateField,
  FormRow,
  FormSection,
  QuantityField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { goals, ways } from "../plan/plan.labels.ts";
import type { PlanDetail } from "../plan/plan.model.ts";

type Place = { id: string; name: string; latitude: string | null; longitude: string | null };
type Member = { id: string; name: string };
type Vehicle = {
  key: string;
  driverId: string | null;
  assetId: string | null;
  weight: string;
  volume: string;
  from: string;
  to: string;
  skills: string;
};
type Values = {
  name: string;
  onDay: string;
  placeId: string | null;
  depotName: string;
  latitude: string;
  longitude: string;
  vehicles: Vehicle[];
  goal: string;
  ways: string;
  matrix: { id: string; name: string; size: number }[];
  longer: string;
  speed: string;
  seconds: string;
};

const blankVehicle = (): Vehicle => ({
  ...{ key: "", driverId: null, assetId: null, weight: "", volume: "" },
  ...{ from: "07:00", to: "15:30", skills: "" },
});

const valuesOf = (plan: PlanDetail | null): Values => ({
  name: plan?.name ?? "",
  onDay: plan?.onDay ?? "",
  placeId: null,
  depotName: plan?.depot.name ?? "",
  latitude: plan ? String(plan.depot.latitude) : "",
  longitude: plan ? String(plan.depot.longitude) : "",
  vehicles: plan?.vehicles.map(({ driver: _driver, weight, volume, ...each }) => ({
    ...each,
    weight: String(weight),
    volume: String(volume),
  })) ?? [blankVehicle()],
  goal: plan?.goal ?? "distance",
  ways: plan?.ways ?? "roads",
  matrix: plan?.matrixFile ? [plan.matrixFile] : [],
  longer: String(plan?.longer ?? 30),
  speed: String(plan?.speed ?? 35),
  seconds: String(plan?.seconds ?? 15),
});

const number = (text: string): number | null => (text.trim() === "" ? null : Number(text));

const bodyOf = ({ depotName, latitude, longitude, placeId: _place, ...given }: Values) => ({
  name: given.name,
  onDay: given.onDay || null,
  depot: { name: depotName, latitude: number(latitude), longitude: number(longitude) },
  vehicles: given.vehicles.map(({ weight, volume, ...each }) => ({
    ...each,
    driverId: each.driverId || null,
    assetId: each.assetId || null,
    weight: number(weight) ?? 0,
    volume: number(volume) ?? 0,
  })),
  goal: given.goal,
  ways: given.ways,
  matrixFileId: given.matrix[0]?.id ?? null,
  longer: number(given.longer),
  speed: number(given.speed),
  seconds: number(given.seconds),
});

function Depot() {
  const { setValue } = useFormContext<Values>();
  return (
    <FormSection title="Where vehicles begin and end">
      <Combobox<Place>
        name="placeId"
        label="A place of the agency"
        path="/api/v1/places"
        query="active=true"
        itemLabel={({ name }) => name}
        onPick={({ name, latitude, longitude }) => {
          setValue("depotName", name);
          setValue("latitude", latitude === null ? "" : String(Number(latitude)));
          setValue("longitude", longitude === null ? "" : String(Number(longitude)));
        }}
      />
      <FormRow>
        <TextField name="depotName" label="Depot" required maxLength={160} />
        <QuantityField name="latitude" label="Latitude" required />
        <TextField name="longitude" label="Longitude" required maxLength={14} />
      </FormRow>
    </FormSection>
  );
}

function Vehicles({ plan }: { plan: PlanDetail | null }) {
  return (
    <LineItems
      name="vehicles"
      label="Vehicles"
      blank={blankVehicle}
      columns={[
        { name: "key", label: "Vehicle", kind: "text", required: true },
        {
          ...{ name: "driverId", label: "Driver", kind: "lookup", path: "/api/v1/members" },
          query: "active=true",
          itemLabel: ({ name }: Member) => name,
          current: (id) => plan?.vehicles.find(({ driverId }) => driverId === id)?.driver ?? null,
        },
        { name: "weight", label: "Takes, lb", kind: "decimal", width: "w-[90px]" },
        { name: "volume", label: "Takes, cu ft", kind: "decimal", width: "w-[90px]" },
        { name: "from", label: "Shift from", kind: "text", required: true, width: "w-[90px]" },
        { name: "to", label: "To", kind: "text", required: true, width: "w-[90px]" },
        { name: "skills", label: "Has", kind: "text", width: "w-[110px]" },
      ]}
    />
  );
}

function Distances() {
  const by = useWatch<Values, "ways">({ name: "ways" });
  const seconds = <QuantityField name="seconds" label="Seconds to solve" required />;
  if (by === "matrix")
    return (
      <>
        <FileDrop
          name="matrix"
          label="File of distances"
          accept=".csv,.xlsx"
          multiple={false}
          required
          hint="Columns from, to, miles and minutes. Places are called as the depot and the stops are, or by their address; leave miles and minutes empty where no way leads."
        />
        <FormRow>{seconds}</FormRow>
      </>
    );
  return (
    <>
      {by === "roads" && (
        <p className="text-13 text-t2">
          Where no roads were imported, straight lines are made longer by this share.
        </p>
      )}
      <FormRow>
        <QuantityField name="longer" label="Longer than straight, percent" required />
        <QuantityField name="speed" label="Miles an hour" required />
        {seconds}
      </FormRow>
    </>
  );
}

/** Begins the plan of a day, or changes what holds for all of it. */
export function PlanDialog({
  plan,
  onClose,
  onDone,
}: {
  plan: PlanDetail | null;
  onClose: () => void;
  onDone?: (made: { id: string }) => void;
}) {
  return (
    <PostDialog<Values>
      title={plan ? "Change the plan" : "Plan a day"}
      path={plan ? `/api/v1/route-plans/${plan.id}` : "/api/v1/route-plans"}
      method={plan ? "PATCH" : "POST"}
      submit={plan ? "Save" : "Begin the plan"}
      values={valuesOf(plan)}
      {...(plan ? { version: plan.version } : {})}
      nouns={["route-plans"]}
      bodyOf={bodyOf}
      onClose={onClose}
      {...(onDone ? { onDone } : {})}
    >
      <FormRow>
        <TextField name="name" label="What is driven" required maxLength={120} />
        <DateField name="onDay" label="Day" required />
      </FormRow>
      <Depot />
      <Vehicles plan={plan} />
      <FormSection title="How it is solved">
        <FormRow>
          <SelectField name="ways" label="Distances" required options={options(ways)} />
          <SelectField name="goal" label="Make short" required options={options(goals)} />
        </FormRow>
        <Distances />
      </FormSection>
    </PostDialog>
  );
}
