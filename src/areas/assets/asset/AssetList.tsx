import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { placeFilter } from "#areas/organization/organization.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { assetStatuses, assetViews, conditions, standsAt } from "./asset.labels.ts";
import type { AssetRow } from "./asset.model.ts";

const DraftDialog = dialogOnDemand(async () => (await import("./DraftDialog.tsx")).DraftDialog);

const columns: readonly Column<AssetRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (a) => a.number },
  { id: "name", label: "Asset", kind: "text", value: (a) => a.name },
  { id: "tag", label: "Tag", kind: "text", value: (a) => a.tag },
  { id: "className", label: "Class", kind: "text", value: (a) => a.className },
  { id: "department", label: "Department", kind: "text", hidden: true, value: (a) => a.department },
  { id: "place", label: "Place", kind: "text", value: standsAt },
  {
    id: "condition",
    label: "Condition",
    kind: "text",
    value: (a) =>
      a.condition === null ? null : conditions[String(a.condition) as keyof typeof conditions],
  },
  { id: "criticality", label: "Criticality", kind: "number", value: (a) => a.criticality },
  { id: "openWork", label: "Open work", kind: "number", sortable: false, value: (a) => a.openWork },
  { id: "costCents", label: "Cost", kind: "money", value: (a) => a.costCents },
  {
    id: "warrantyUntil",
    label: "Warranty until",
    kind: "day",
    hidden: true,
    value: (a) => a.warrantyUntil,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (a) => a.status,
    statuses: assetStatuses,
  },
];

const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(assetStatuses),
  },
  {
    id: "condition",
    label: "Condition",
    kind: "set",
    pinned: true,
    options: options(conditions),
  },
  {
    id: "classId",
    label: "Class",
    kind: "set",
    options: [],
    seek: {
      path: "/api/v1/asset-classes",
      values: "id",
      option: (one: { id: string; name: string }) => ({ value: one.id, label: one.name }),
    },
  },
  placeFilter,
  { id: "costCents", label: "Cost", kind: "money" },
  { id: "inUse", label: "In use", kind: "flag" },
  { id: "critical", label: "Critical", kind: "flag" },
  { id: "federal", label: "Federal money", kind: "flag" },
  { id: "warrantySoon", label: "Warranty ends in 90 days", kind: "flag" },
];

/** /asset-management: the register of what the agency owns. */
export default function AssetList() {
  const { can } = useAuth();
  const [drafting, setDrafting] = useState(false);
  return (
    <>
      <DataTable<AssetRow>
        name="assets"
        title="Assets"
        path="/api/v1/assets"
        columns={columns}
        filters={filters}
        views={assetViews}
        defaultSort="-number"
        rowHref={(a) => pathTo("asset", { id: a.id })}
        {...(can("asset.edit") ? { create: { label: "New asset", to: pathTo("assetNew") } } : {})}
        actions={
          <>
            <Link className="btn" to={pathTo("assetClasses")}>
              Classes
            </Link>
            <Link className="btn" to={pathTo("assetLabels")}>
              Labels
            </Link>
            <Link className="btn" to={pathTo("assetCounts")}>
              Counts
            </Link>
            <Link className="btn" to={pathTo("assetBook")}>
              Book
            </Link>
            {can("asset.edit") && (
              <button type="button" className="btn" onClick={() => setDrafting(true)}>
                From a receipt
              </button>
            )}
            {can("asset.import") && (
              <Link className="btn" to={pathTo("assetImport")}>
                Import
              </Link>
            )}
          </>
        }
        empty={{
          title: "No assets yet",
          text: "Enter what the agency owns one by one, or import a register as CSV, XLSX or GeoJSON.",
        }}
      />
      {drafting && <DraftDialog onClose={() => setDrafting(false)} />}
    </>
  );
}
