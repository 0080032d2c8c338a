import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { ConfirmDialog } from "#web/kit/ConfirmDialog.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { DeviceDetail, DeviceKeyShown, ShownDeviceKey } from "../device/device.model.ts";

const ShownKey = dialogOnDemand(async () => (await import("./ShownKey.tsx")).ShownKey);

/** The keys of a device: two at once at most, so that one takes over from the other. */
export function KeysTab({ device }: { device: DeviceDetail }) {
  const { timeZone } = useAgency();
  const { can } = useAuth();
  const act = useMutationAction<ShownDeviceKey>("devices");
  const [asked, setAsked] = useState<DeviceKeyShown | null>(null);
  const [made, setMade] = useState<ShownDeviceKey | null>(null);
  const may = can("device.keep") && device.status !== "retired";
  const add = () =>
    act.mutate(
      { path: `/api/v1/devices/${device.id}/keys` },
      { onSuccess: setMade, onError: (error) => notify.failed("No key was made", error) },
    );
  const revoke = (key: DeviceKeyShown) =>
    act.mutate(
      { path: `/api/v1/device-keys/${key.id}/actions/revoke` },
      {
        onSuccess: () => notify.done("Revoked", "It opens nothing any more."),
        onError: (error) => notify.failed("Not revoked", error),
        onSettled: () => setAsked(null),
      },
    );
  const parts: readonly LinePart<DeviceKeyShown>[] = [
    { label: "Key", as: "title", cell: ({ prefix }) => <span className="mono">{prefix}…</span> },
    { label: "Made", words: true, cell: ({ createdAt }) => formatInstant(createdAt, timeZone) },
    {
      label: "Last used",
      words: true,
      cell: ({ lastUsedAt }) => (lastUsedAt ? formatInstant(lastUsedAt, timeZone) : "never"),
    },
    {
      label: "",
      as: "amount",
      cell: (key) =>
        key.revokedAt ? (
          <span className="text-t3">revoked {formatInstant(key.revokedAt, timeZone)}</span>
        ) : (
          may && (
            <button
              type="button"
              className="btn btn-small"
              aria-label={`Revoke ${key.prefix}`}
              onClick={() => setAsked(key)}
            >
              Revoke
            </button>
          )
        ),
    },
  ];
  return (
    <div className="grid gap-3">
      <LineTable label="Keys" parts={parts} lines={device.keys} keyOf={({ id }) => id} />
      {may && (
        <button type="button" className="btn justify-self-start" onClick={add}>
          Make a second key
        </button>
      )}
      {asked && (
        <ConfirmDialog
          title={`Revoke ${asked.prefix}…?`}
          description="From now on it opens nothing, and what is connected by it is cut off."
          confirm="Revoke"
          onClose={() => setAsked(null)}
          onConfirm={() => revoke(asked)}
        />
      )}
      {made && <ShownKey made={made} onClose={() => setMade(null)} />}
    </div>
  );
}
