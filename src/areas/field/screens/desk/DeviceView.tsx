import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ActionBar } from "#web/kit/record/ActionBar.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { deviceStatuses } from "../../device/device.labels.ts";
import type { DeviceDetail } from "../../device/device.model.ts";
import { kindLabel } from "./CaptureView.tsx";

const devices = "/api/v1/field/devices";

function EraseFields({ waiting }: { waiting: number }) {
  return (
    <label className="field">
      {waiting === 0
        ? "By its last contact nothing waits on it. Type 0."
        : `By its last contact ${counted(waiting, "capture waits", "captures wait")} on it; what was never sent is lost. Type the number.`}
      <input name="waiting" inputMode="numeric" required className="field-control" />
    </label>
  );
}

const heldOf = ({ held }: DeviceDetail): string =>
  held.map(({ kind, items }) => `${kindLabel(kind)}: ${items}`).join("\n");

/** A device: what is missing of it, what lies on it, and locking, revoking and erasing it. */
export function DeviceView({ id }: { id: string }) {
  const { data: device, error } = useGet<DeviceDetail>(devices, `${devices}/${id}`);
  const { timeZone } = useAgency();
  if (error) return <ErrorPanel error={error} what="The device" />;
  if (!device) return <RecordSkeleton />;
  const at = (instant: DeviceDetail["lastContactAt"]) =>
    instant === null ? "Never" : formatInstant(instant, timeZone);
  return (
    <article className="grid gap-4">
      <header className="flex flex-wrap items-center gap-2">
        <h2>{device.name}</h2>
        <StatusBadge status={device.status} statuses={deviceStatuses} />
      </header>
      <p>{device.told}.</p>
      <ActionBar
        path={devices}
        record={device}
        fields={{ erase: <EraseFields waiting={device.waiting} /> }}
        entries={[]}
      />
      <Facts
        rows={[
          ["Person", device.person],
          ["Last contact", at(device.lastContactAt)],
          ["Waiting on it", device.waiting],
          ["In review", device.inReview],
          ["Lies on it", heldOf(device)],
          ["Since", device.heldAt && at(device.heldAt)],
          ["Platform", device.platform],
          ["Version", device.appVersion],
          ["Enrolled", at(device.enrolledAt)],
          ["Why", device.statusReason],
          ["Ended by", device.endedBy],
          ["Waited on it then", device.endedAt && device.waited],
        ]}
      />
    </article>
  );
}
