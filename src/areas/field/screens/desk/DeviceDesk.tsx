import { useState } from "react";
import { options } from "#kernel/labels.ts";
import { counted } from "#kernel/words.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, type ListAnswer } from "#web/kit/queries.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { deviceStatuses } from "../../device/device.labels.ts";
import type { DeviceRow, TermsShown } from "../../device/device.model.ts";
import { DeviceView } from "./DeviceView.tsx";
import { PeekLink } from "./PeekLink.tsx";

const TermsDialog = dialogOnDemand(async () => (await import("./TermsDialog.tsx")).TermsDialog);

const devices = "/api/v1/field/devices";
const countOf = (query: string) => `${devices}?${query}&limit=1`;

const columns: readonly Column<DeviceRow>[] = [
  {
    ...{ id: "number", label: "Number", kind: "plate", value: (row) => row.number },
    cell: ({ id, number }) => <PeekLink id={id} number={number} />,
  },
  { id: "name", label: "Device", kind: "text", title: true, value: (row) => row.name },
  { id: "person", label: "Person", kind: "text", value: (row) => row.person },
  {
    ...{ id: "status", label: "Status", kind: "status", statuses: deviceStatuses },
    value: (row) => row.status,
  },
  {
    ...{ id: "lastContactAt", label: "Last contact", kind: "instant" },
    value: (row) => row.lastContactAt,
  },
  { id: "waiting", label: "Waiting", kind: "number", value: (row) => row.waiting || null },
  { id: "missing", label: "Missing", kind: "number", value: (row) => row.missing || null },
  { id: "appVersion", label: "Version", kind: "text", value: (row) => row.appVersion || null },
];
const filters: readonly Filter[] = [
  {
    ...{ id: "status", label: "Status", kind: "set", pinned: true },
    options: options(deviceStatuses),
  },
  { id: "silent", label: "Silent with items", kind: "flag", pinned: true },
  { id: "missing", label: "With missing numbers", kind: "flag", pinned: true },
  { id: "lost", label: "Revoked with items on it", kind: "flag" },
  { id: "waiting", label: "With items waiting", kind: "flag" },
];

const page = "/mobile-app";

type Counts = Record<"silent" | "missing" | "lost" | "waiting", number>;

const partsOf = ({ silent, missing, lost, waiting }: Counts): FindingPart[] => [
  ...(silent > 0
    ? [
        {
          text: `${counted(silent, "device is", "devices are")} silent with captures on it`,
          to: `${page}?silent=true`,
        },
      ]
    : []),
  ...(missing > 0
    ? [
        {
          text: `${counted(missing, "device has", "devices have")} numbers that never came`,
          to: `${page}?missing=true`,
        },
      ]
    : []),
  ...(lost > 0
    ? [
        {
          text: `${counted(lost, "revoked device keeps", "revoked devices keep")} captures that never came`,
          to: `${page}?lost=true`,
        },
      ]
    : []),
  ...(waiting > 0
    ? [
        {
          text: `${counted(waiting, "device has", "devices have")} captures to send`,
          to: `${page}?waiting=true`,
        },
      ]
    : []),
];

function Terms({ terms }: { terms: TermsShown }) {
  const [changing, setChanging] = useState(false);
  return (
    <p className="flex flex-wrap items-center gap-3 text-t2">
      Without a sign-in a device works for {counted(terms.daysWithoutSignIn, "day")}; it locks after{" "}
      {counted(terms.lockMinutes, "minute")}.
      <Held permission="device.manage" what="Change">
        <button type="button" className="btn btn-sm" onClick={() => setChanging(true)}>
          Change
        </button>
      </Held>
      {changing && <TermsDialog terms={terms} onClose={() => setChanging(false)} />}
    </p>
  );
}

/** The devices of the agency's people, the worst first; an administrator locks, revokes and erases them. */
export function DeviceDesk() {
  const silent = useGet<ListAnswer<DeviceRow>>(devices, countOf("silent=true"));
  const missing = useGet<ListAnswer<DeviceRow>>(devices, countOf("missing=true"));
  const lost = useGet<ListAnswer<DeviceRow>>(devices, countOf("lost=true"));
  const waiting = useGet<ListAnswer<DeviceRow>>(devices, countOf("waiting=true"));
  const terms = useGet<TermsShown>("/api/v1/field/terms", "/api/v1/field/terms");
  return (
    <section className="grid gap-3">
      <h2>Devices of the agency</h2>
      <Finding
        parts={partsOf({
          silent: silent.data?.total ?? 0,
          missing: missing.data?.total ?? 0,
          lost: lost.data?.total ?? 0,
          waiting: waiting.data?.total ?? 0,
        })}
        none="No device is silent, and no number is missing."
      />
      {terms.data && <Terms terms={terms.data} />}
      <DataTable<DeviceRow>
        name="field-devices"
        title="Devices of the agency"
        path={devices}
        columns={columns}
        filters={filters}
        defaultSort="rank"
        exportable
        embedded
        peek={(row) => <DeviceView id={row.id} />}
        empty={{
          title: "No device is enrolled yet",
          text: "Whoever works in the field opens this page on their phone, signs in and enrolls it.",
        }}
      />
    </section>
  );
}
