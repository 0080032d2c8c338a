import { useFormContext, useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { PlaceField } from "#areas/organization/organization.ui.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, QuantityField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { postKinds, type PostKind } from "../device/device.labels.ts";
import type { DeviceDetail } from "../device/device.model.ts";

type Of = { device: DeviceDetail; onClose: () => void };
type Values = {
  fromOn: string;
  kind: PostKind;
  placeId: string | null;
  assetId: string | null;
  shipmentId: string | null;
  locationId: string | null;
};

function Target() {
  const { control } = useFormContext<Values>();
  const kind = useWatch({ control, name: "kind" });
  if (kind === "place") return <PlaceField name="placeId" label="Place" required />;
  if (kind === "asset")
    return (
      <Combobox<{ id: string; number: string; name: string }>
        name="assetId"
        label="Asset"
        required
        path="/api/v1/assets"
        itemLabel={({ number, name }) => `${number} ${name}`}
      />
    );
  if (kind === "shipment")
    return (
      <Combobox<{ id: string; number: string; title: string }>
        name="shipmentId"
        label="Shipment"
        required
        path="/api/v1/shipments"
        itemLabel={({ number, title }) => `${number} ${title}`}
      />
    );
  if (kind === "location")
    return (
      <Combobox<{ id: string; code: string; name: string }>
        name="locationId"
        label="Stock location"
        required
        path="/api/v1/stock-locations"
        itemLabel={({ code, name }) => `${code} ${name}`}
      />
    );
  return null;
}

/** Says what a device belongs to from a day on. */
export function BelongsDialog({ device, today, onClose }: Of & { today: string }) {
  return (
    <PostDialog<Values>
      title={`What ${device.number} belongs to`}
      description="From the day on. What it belonged to before stays to be read."
      path={`/api/v1/devices/${device.id}/posts`}
      submit="Save"
      values={{
        ...{ fromOn: today, kind: "location", placeId: null, assetId: null },
        ...{ shipmentId: null, locationId: null },
      }}
      nouns={["devices"]}
      bodyOf={({ fromOn, kind, ...ids }) => ({
        ...{ fromOn: fromOn || null, kind },
        placeId: kind === "place" ? ids.placeId || null : null,
        assetId: kind === "asset" ? ids.assetId || null : null,
        shipmentId: kind === "shipment" ? ids.shipmentId || null : null,
        locationId: kind === "location" ? ids.locationId || null : null,
      })}
      onClose={onClose}
    >
      <DateField name="fromOn" label="From" required />
      <SelectField name="kind" label="Belongs to" options={options(postKinds)} required />
      <Target />
    </PostDialog>
  );
}

/** Has a device's alarms tell nobody for a while. */
export function MuteDialog({ device, onClose }: Of) {
  return (
    <PostDialog<{ minutes: string; why: string }>
      title={`Mute ${device.number}`}
      description="Its alarms are written down meanwhile; nobody is told and nothing is caused. It ends by itself."
      path={`/api/v1/devices/${device.id}/actions/mute`}
      submit="Mute"
      values={{ minutes: "60", why: "" }}
      nouns={["devices"]}
      bodyOf={({ minutes, why }) => ({ minutes: Number(minutes), why })}
      onClose={onClose}
    >
      <QuantityField name="minutes" label="Minutes" required hint="0 lets it be heard again" />
      <TextField name="why" label="Why" maxLength={300} />
    </PostDialog>
  );
}
