import { useFormContext } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { QuantityField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { DeviceDetail, ShownDeviceKey } from "../device/device.model.ts";
import { metrics } from "../reading/metrics.data.ts";

type Values = { name: string; about: string; metrics: string[]; silentMinutes: string };

function Measures() {
  const { register } = useFormContext();
  return (
    <fieldset className="grid gap-1 sm:grid-cols-2">
      <legend className="field-label">Measures</legend>
      {options(metrics).map(({ value, label }) => (
        <label key={value} className="check">
          <input type="checkbox" value={value} {...register("metrics")} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Enrolls a device, or changes what is said of it. */
export function DeviceDialog({
  device,
  onClose,
  onDone,
}: {
  device: DeviceDetail | null;
  onClose: () => void;
  onDone?: (made: ShownDeviceKey) => void;
}) {
  return (
    <PostDialog<Values>
      title={device ? `Change ${device.number}` : "Enroll a device"}
      description="It is silent when nothing came for so many minutes. Its key is shown once, behind this."
      method={device ? "PATCH" : "POST"}
      path={device ? `/api/v1/devices/${device.id}` : "/api/v1/devices"}
      submit={device ? "Save" : "Enroll"}
      values={{
        name: device?.name ?? "",
        about: device?.about ?? "",
        metrics: [...(device?.metrics ?? [])],
        silentMinutes: String(device?.silentMinutes ?? 60),
      }}
      nouns={["devices"]}
      {...(device ? { version: device.version } : {})}
      bodyOf={({ silentMinutes, ...given }) => ({
        ...given,
        silentMinutes: Number(silentMinutes) || null,
      })}
      onClose={onClose}
      onDone={(made) => onDone?.(made as ShownDeviceKey)}
    >
      <TextField name="name" label="Device" required maxLength={120} />
      <Measures />
      <QuantityField name="silentMinutes" label="Silent after, minutes" required />
      <TextArea name="about" label="About" rows={2} maxLength={1000} />
    </PostDialog>
  );
}
