import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { counted } from "#kernel/words.ts";
import { AgencyMap } from "#areas/places/places.ui.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import type { AlarmRow } from "../alarm/alarm.model.ts";
import { deviceStatuses } from "../device/device.labels.ts";
import type { DevicePositions, DeviceRow, ShownDeviceKey } from "../device/device.model.ts";
import { WaitingAlarms } from "./Waiting.tsx";

const DeviceDialog = dialogOnDemand(async () => (await import("./DeviceDialog.tsx")).DeviceDialog);
const ShownKey = dialogOnDemand(async () => (await import("./ShownKey.tsx")).ShownKey);

const columns: readonly Column<DeviceRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: deviceStatuses,
  },
  { id: "name", label: "Device", kind: "text", value: (row) => row.name, title: true },
  { id: "where", label: "Belongs to", kind: "text", value: (row) => row.where || null },
  { id: "heardAt", label: "Heard", kind: "instant", value: (row) => row.heardAt },
  { id: "battery", label: "Battery, %", kind: "number", value: (row) => row.battery },
  {
    id: "alarms",
    label: "Alarms",
    kind: "number",
    value: (row) => (row.alarms === 0 ? null : row.alarms),
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(deviceStatuses),
  },
  { id: "alarmed", label: "With an alarm", kind: "flag", pinned: true },
  { id: "low", label: "Low battery", kind: "flag", pinned: true },
];

const partsOf = (alarms: readonly AlarmRow[], silent: number, low: number): FindingPart[] => {
  const waiting = alarms.filter(({ status }) => status === "active").length;
  return [
    ...(waiting > 0
      ? [{ text: `${counted(waiting, "alarm waits", "alarms wait")} to be acknowledged` }]
      : []),
    ...(waiting === 0 && alarms.length > 0
      ? [{ text: `${counted(alarms.length, "alarm is", "alarms are")} not over` }]
      : []),
    ...(silent > 0
      ? [
          {
            text: `${counted(silent, "device is", "devices are")} silent`,
            to: `${pathTo("devices")}?status=stale`,
          },
        ]
      : []),
    ...(low > 0
      ? [
          {
            text: `${counted(low, "battery is", "batteries are")} low`,
            to: `${pathTo("devices")}?low=true`,
          },
        ]
      : []),
  ];
};

const about = ({ status, alarms }: DevicePositions["items"][number]): string =>
  alarms > 0 ? "With an alarm" : deviceStatuses[status].label;

function Where() {
  const { data } = useGet<DevicePositions>("devices", "/api/v1/device-positions");
  if (!data || data.items.length === 0) return null;
  return (
    <section className="grid gap-2" aria-label="Where devices are">
      <AgencyMap
        label="Devices"
        points={data.items.map(({ id, name, status: _status, alarms: _alarms, ...at }, n) => ({
          ...{ id, label: name, about: about(data.items[n]!), href: pathTo("device", { id }) },
          ...at,
        }))}
        alone
        near
      />
      {data.without > 0 && (
        <p className="text-13 text-t2">
          {counted(data.without, "device has", "devices have")} no position: say what it belongs to,
          or have it send one.
        </p>
      )}
    </section>
  );
}

const open = "/api/v1/device-alarms?status=active,acknowledged&sort=worst&limit=50";
const countOf = (query: string) => `/api/v1/devices?${query}&limit=1`;

/** Alarms that wait, the worst first, and the devices by their state. */
export default function DevicesPage() {
  const navigate = useNavigate();
  const [enrolling, setEnrolling] = useState(false);
  const [made, setMade] = useState<ShownDeviceKey | null>(null);
  const alarms = useGet<{ items: AlarmRow[] }>("device-alarms", open);
  const silent = useGet<{ total: number }>("devices", countOf("status=stale"));
  const low = useGet<{ total: number }>("devices", countOf("low=true"));
  const waiting = alarms.data?.items ?? [];
  return (
    <div className="stack">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">Devices</h1>
          <Link className="btn" to={pathTo("deviceRules")}>
            Alarm rules
          </Link>
          <Held permission="device.keep" what="Enroll a device">
            <button type="button" className="btn btn-primary" onClick={() => setEnrolling(true)}>
              Enroll a device
            </button>
          </Held>
        </div>
        <Finding
          parts={partsOf(waiting, silent.data?.total ?? 0, low.data?.total ?? 0)}
          none="No alarm waits, and no device is silent."
        />
        {alarms.error && <ErrorPanel error={alarms.error} what="The alarms" />}
      </header>
      <div className={waiting.length > 0 ? "grid gap-6 lg:grid-cols-2" : ""}>
        {waiting.length > 0 && (
          <section className="grid content-start gap-3 min-w-0">
            <h2>Alarms</h2>
            <WaitingAlarms alarms={waiting} />
          </section>
        )}
        <Where />
      </div>
      <section className="grid gap-3">
        <h2>All devices</h2>
        <DataTable<DeviceRow>
          name="devices"
          title="Devices"
          path="/api/v1/devices"
          columns={columns}
          filters={filters}
          defaultSort="name"
          exportable
          embedded
          rowHref={(row) => pathTo("device", { id: row.id })}
          empty={{
            title: "No device yet",
            text: "Enroll the first: it gets a key, and sends its readings over HTTP or MQTT.",
          }}
        />
      </section>
      {enrolling && (
        <DeviceDialog device={null} onClose={() => setEnrolling(false)} onDone={setMade} />
      )}
      {made && (
        <ShownKey
          made={made}
          onClose={() => void navigate(pathTo("device", { id: made.deviceId }))}
        />
      )}
    </div>
  );
}
