import { Dialog } from "#web/kit/overlays.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ShownDeviceKey } from "../device/device.model.ts";

/** A device's new key, this once. */
export function ShownKey({ made, onClose }: { made: ShownDeviceKey; onClose: () => void }) {
  const copy = () =>
    void navigator.clipboard
      .writeText(made.key)
      .then(() => notify.done("Copied!", "The key is in your clipboard"));
  return (
    <Dialog
      onClose={onClose}
      title={`The key of ${made.number}`}
      description="It is shown this once and stored as its hash. Give it to the device now, and keep it nowhere else."
    >
      <div className="grid gap-4">
        <div className="field">
          <label htmlFor="new-device-key">Key</label>
          <span className="flex gap-2">
            <input id="new-device-key" className="field-control mono" readOnly value={made.key} />
            <button type="button" className="btn" onClick={copy}>
              Copy
            </button>
          </span>
        </div>
        <p className="text-13 text-t2">
          Over HTTP it is the bearer of POST /api/v1/devices/readings; over MQTT the password of
          user {made.deviceId}.
        </p>
        <button type="button" className="btn btn-primary justify-self-start" onClick={onClose}>
          I have kept it
        </button>
      </div>
    </Dialog>
  );
}
