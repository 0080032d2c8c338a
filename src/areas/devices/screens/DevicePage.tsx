import { BellOff, MapPin, Pencil } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useDays } from "#web/kit/days.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { alarmStatuses, severities } from "../alarm/alarm.labels.ts";
import type { AlarmRow } from "../alarm/alarm.model.ts";
import { deviceCycle, deviceStatuses, postKinds } from "../device/device.labels.ts";
import type { DeviceDetail, PostShown } from "../device/device.model.ts";
import { KeysTab } from "./KeysTab.tsx";
import { ReadingsTab } from "./ReadingsTab.tsx";

const DeviceDialog = dialogOnDemand(async () => (await import("./DeviceDialog.tsx")).DeviceDialog);
const BelongsDialog = dialogOnDemand(async () => (await import("./PostDialogs.tsx")).BelongsDialog);
const MuteDialog = dialogOnDemand(async () => (await import("./PostDialogs.tsx")).MuteDialog);

const look = {
  statuses: deviceStatuses,
  course: deviceCycle.course,
  actions: deviceCycle.actions,
};

const columns: readonly Column<AlarmRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "title", label: "Alarm", kind: "text", value: (row) => row.title, title: true },
  {
    id: "severity",
    label: "Severity",
    kind: "status",
    value: (row) => row.severity,
    statuses: severities,
    sortable: false,
  },
  { id: "beganAt", label: "Began", kind: "instant", value: (row) => row.beganAt },
  { id: "clearedAt", label: "Cleared", kind: "instant", value: (row) => row.clearedAt },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: alarmStatuses,
  },
];

const placeOf = ({ kind, assetId, shipmentId, locationId }: PostShown): string | null => {
  if (kind === "asset" && assetId) return `/asset-management/${assetId}`;
  if (kind === "shipment" && shipmentId) return pathTo("shipment", { id: shipmentId });
  if (kind === "location" && locationId) return `/inventory/locations/${locationId}`;
  return null;
};

const posts: readonly LinePart<PostShown>[] = [
  {
    label: "Belongs to",
    as: "title",
    cell: (post) => {
      const to = placeOf(post);
      const name = post.label || "Nothing";
      return to ? <Link to={to}>{name}</Link> : name;
    },
  },
  { label: "Kind", words: true, cell: ({ kind }) => postKinds[kind] },
  { label: "From", cell: ({ fromOn }) => formatDate(fromOn) },
  { label: "", as: "amount", cell: ({ now }) => (now ? "now" : "") },
];

const tabs: readonly RecordTab<DeviceDetail>[] = [
  { id: "readings", label: "Readings", content: (device) => <ReadingsTab device={device} /> },
  {
    id: "alarms",
    label: "Alarms",
    content: (device) => (
      <section className="grid gap-3">
        <h2>Alarms</h2>
        <DataTable<AlarmRow>
          name="device-alarms"
          title="Alarms"
          path="/api/v1/device-alarms"
          fixed={`deviceId=${device.id}`}
          columns={columns}
          filters={[]}
          defaultSort="-beganAt"
          embedded
          rowHref={(row) => pathTo("deviceAlarm", { id: row.id })}
          empty={{ title: "No alarm yet", text: "Alarm rules say when it raises one." }}
        />
      </section>
    ),
  },
  {
    id: "belongs",
    label: "Belongs to",
    count: ({ posts: all }) => all.length,
    content: (device) =>
      device.posts.length === 0 ? (
        <p className="text-t2">It was not said yet what it belongs to.</p>
      ) : (
        <LineTable
          label="What it belongs to"
          parts={posts}
          lines={device.posts}
          keyOf={({ id }) => id}
        />
      ),
  },
  { id: "keys", label: "Keys", content: (device) => <KeysTab device={device} /> },
  {
    id: "files",
    label: "Files and comments",
    content: ({ id }) => (
      <>
        <Attachments objectType="device" objectId={id} />
        <Comments objectType="device" objectId={id} />
      </>
    ),
  },
];

type Asked = "edit" | "belongs" | "mute";

const extrasOf = (device: DeviceDetail, ask: (what: Asked) => void): ExtraAction[] =>
  device.canEdit
    ? [
        {
          label: "What it belongs to",
          icon: <MapPin aria-hidden="true" />,
          onSelect: () => ask("belongs"),
        },
        { label: "Mute", icon: <BellOff aria-hidden="true" />, onSelect: () => ask("mute") },
        { label: "Change", icon: <Pencil aria-hidden="true" />, onSelect: () => ask("edit") },
      ]
    : [];

/** A device: what it measured, its alarms, its keys, and what it belongs to. */
export default function DevicePage() {
  const { id = "" } = useParams();
  const { today } = useDays();
  const { can } = useAuth();
  const [asked, setAsked] = useState<{ what: Asked; device: DeviceDetail } | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <RecordPage<DeviceDetail>
        path="/api/v1/devices"
        id={id}
        lifecycle={look}
        title={({ name }) => name}
        subtitle={({ posts: all, about }) =>
          [all.find(({ now }) => now)?.label, about].filter(Boolean).join(", ")
        }
        extraActions={(device) =>
          can("device.keep") ? extrasOf(device, (what) => setAsked({ what, device })) : []
        }
        tabs={tabs}
      />
      {asked?.what === "edit" && <DeviceDialog device={asked.device} onClose={close} />}
      {asked?.what === "belongs" && (
        <BelongsDialog device={asked.device} today={today()} onClose={close} />
      )}
      {asked?.what === "mute" && <MuteDialog device={asked.device} onClose={close} />}
    </>
  );
}
