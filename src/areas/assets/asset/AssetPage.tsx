import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { day } from "#kernel/time.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useBeginFlow } from "#areas/flows/flows.ui.tsx";
import { Sight } from "#areas/places/places.ui.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { BookPanel } from "../book/BookPanel.tsx";
import { AssetCostPanel } from "../cost/AssetCostPanel.tsx";
import { DisposalPanel } from "../disposal/DisposalPanel.tsx";
import { DowntimePanel } from "../downtime/DowntimePanel.tsx";
import { InspectionTable } from "../inspection/InspectionTable.tsx";
import { MeterPanel } from "../meter/MeterPanel.tsx";
import { WorkOrderTable } from "../work-order/WorkOrderTable.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import {
  assetCycle,
  assetStatuses,
  conditions,
  conditionScales,
  standsAt,
} from "./asset.labels.ts";
import type { AssetDetail } from "./asset.model.ts";

const look = { statuses: assetStatuses, course: assetCycle.course };
const dialogs = {
  condition: dialogOnDemand(async () => (await import("./AssetDialogs.tsx")).ConditionDialog),
  dispose: dialogOnDemand(async () => (await import("./AssetDialogs.tsx")).DisposeDialog),
  propose: dialogOnDemand(
    async () => (await import("../disposal/DisposalPanel.tsx")).ProposeDialog,
  ),
};
type Open = { what: keyof typeof dialogs; asset: AssetDetail };

const conditionText = (condition: number | null) =>
  condition === null ? "Never read" : conditions[String(condition) as keyof typeof conditions];

function Overview({ asset: a }: { asset: AssetDetail }) {
  return (
    <>
      <Sight
        id={a.id}
        name={a.name}
        about={a.location}
        latitude={a.latitude}
        longitude={a.longitude}
        photoId={a.photoId}
      />
      <Panel title="Asset">
        <Facts
          rows={[
            ["Class", a.className],
            ["Tag", a.tag && <span className="mono">{a.tag}</span>],
            [
              "Part of",
              a.parentId && <Link to={pathTo("asset", { id: a.parentId })}>{a.parent}</Link>,
            ],
            ["Place", a.place],
            ["Where exactly", a.location],
            ["Position", a.latitude && `${a.latitude}, ${a.longitude}`],
            ["Department", a.department],
            ["Custodian", a.custodian],
            ["Manufacturer", [a.manufacturer, a.model].filter(Boolean).join(" ")],
            ["Serial number", a.serial && <span className="mono">{a.serial}</span>],
            ["Warranty until", a.warrantyUntil && formatDate(day(a.warrantyUntil))],
            ["Note", a.note],
          ]}
        />
      </Panel>
      {a.parts.length > 0 && (
        <Panel title="Parts" aside={a.parts.length}>
          <ul className="grid gap-2">
            {a.parts.map((part) => (
              <li key={part.id} className="flex flex-wrap items-center gap-3">
                <Link to={pathTo("asset", { id: part.id })}>
                  <span className="mono">{part.number}</span> {part.name}
                </Link>
                <StatusBadge statuses={assetStatuses} status={part.status} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function Condition({ asset: a }: { asset: AssetDetail }) {
  return (
    <>
      <Panel title="Condition history" aside={conditionScales[a.scale].label}>
        {a.readings.length === 0 && <p className="text-t2">Nobody has read its condition yet.</p>}
        <ul className="grid gap-2">
          {a.readings.map((r) => (
            <li key={r.id}>
              {formatDate(r.readOn)}: {r.value} on {conditionScales[r.scale].label},{" "}
              {conditionText(r.condition).toLowerCase()}
              <span className="text-t2">
                {r.readBy ? ` · ${r.readBy}` : ""}
                {r.note ? ` · ${r.note}` : ""}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      <DowntimePanel asset={a} />
    </>
  );
}

function Inspections({ asset: a }: { asset: AssetDetail }) {
  const { can } = useAuth();
  if (!can("inspection.manage"))
    return (
      <Panel title="Inspections">
        <p>Inspections are read by managers and by whom they are given to.</p>
      </Panel>
    );
  return <InspectionTable assetId={a.id} />;
}

const tabs: readonly RecordTab<AssetDetail>[] = [
  { id: "asset", label: "Asset", content: (a) => <Overview asset={a} /> },
  { id: "work", label: "Work", content: (a) => <WorkOrderTable assetId={a.id} /> },
  { id: "inspections", label: "Inspections", content: (a) => <Inspections asset={a} /> },
  {
    id: "condition",
    label: "Condition",
    content: (a) => (
      <>
        <Condition asset={a} />
        <MeterPanel assetId={a.id} />
      </>
    ),
  },
  {
    id: "book",
    label: "Cost and book",
    content: (a) => (
      <>
        <AssetCostPanel assetId={a.id} />
        <DisposalPanel asset={a} />
        <BookPanel asset={a} />
      </>
    ),
  },
  {
    id: "documents",
    label: "Documents",
    content: (a) => (
      <>
        <Attachments objectType="asset" objectId={a.id} />
        <Comments objectType="asset" objectId={a.id} />
      </>
    ),
  },
];

const ending = [
  ["proposeDisposal", "propose"],
  ["dispose", "dispose"],
] as const;

/** One asset: what it is, its work, its condition and its book. */
export default function AssetPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [open, setOpen] = useState<Open | null>(null);
  const flow = useBeginFlow("asset");
  const Opened = open ? dialogs[open.what] : null;
  return (
    <>
      <RecordPage<AssetDetail>
        path="/api/v1/assets"
        id={id}
        lifecycle={look}
        title={(a) => a.name}
        subtitle={(a) => [a.className, standsAt(a)].filter(Boolean).join(" · ")}
        menu={flow.menu}
        ownActions={["dispose", "proposeDisposal"]}
        actionFields={{
          putInService: (
            <label className="field">
              <span className="label">First day in service</span>
              <input name="on" type="date" className="field-control" />
              <span className="hint">Depreciation begins there. Empty: today.</span>
            </label>
          ),
        }}
        extraActions={(a) => {
          return [
            ...(can("workOrder.create")
              ? [
                  {
                    label: "Ask for work",
                    to: `${pathTo("maintenance")}?action=create&assetId=${a.id}`,
                  },
                ]
              : []),
            ...(can("workOrder.work")
              ? [
                  {
                    label: "Assess condition",
                    onSelect: () => setOpen({ what: "condition" as const, asset: a }),
                  },
                ]
              : []),
            {
              label: "Print its label",
              onSelect: () =>
                void download(`/api/v1/asset-labels.pdf?ids=${a.id}&sheet=tape`).catch(
                  (error: unknown) => notify.failed("The label could not be made", error),
                ),
            },
            ...(a.canEdit ? [{ label: "Change", to: pathTo("assetEdit", { id: a.id }) }] : []),
            ...ending.flatMap(([name, what]) => {
              const action = a.actions.find((one) => one.name === name);
              return action
                ? [
                    {
                      label: action.label,
                      onSelect: () => setOpen({ what, asset: a }),
                      reason: action.enabled ? null : action.reason,
                    },
                  ]
                : [];
            }),
          ];
        }}
        tabs={[...tabs]}
        rail={(a) => (
          <Panel title="Condition">
            <p className="text-22">{conditionText(a.condition)}</p>
            <p className="text-t2">
              {a.conditionOn ? `Read on ${formatDate(a.conditionOn)}. ` : ""}
              {a.criticality === null
                ? "Criticality not rated."
                : `Criticality ${a.criticality} of 25.`}
            </p>
            {a.criticalityReason && <p className="mt-2">{a.criticalityReason}</p>}
          </Panel>
        )}
      />
      {flow.dialog}
      {open && Opened && <Opened asset={open.asset} onClose={() => setOpen(null)} />}
    </>
  );
}
