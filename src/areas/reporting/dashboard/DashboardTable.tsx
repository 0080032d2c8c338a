import { dutyLabels } from "#roles.ts";
import { useLocation, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { CheckboxField, TextField } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { reportDashboardCycle } from "./dashboard.labels.ts";
import type { DashboardRow, ShownDashboard } from "./dashboard.model.ts";
import { keptTile } from "./kept-tile.ts";

const columns: readonly Column<DashboardRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (d) => d.number },
  {
    id: "status",
    label: "Status",
    kind: "status",
    sortable: false,
    value: (d) => d.status,
    statuses: reportDashboardCycle.statuses,
  },
  { id: "name", label: "Dashboard", kind: "text", value: (d) => d.name },
  {
    id: "duty",
    label: "For the duty",
    kind: "text",
    sortable: false,
    value: (d) => d.duty && dutyLabels[d.duty].label,
  },
  { id: "tiles", label: "Tiles", kind: "number", sortable: false, value: (d) => d.tiles },
  { id: "owner", label: "Made by", kind: "text", sortable: false, value: (d) => d.owner },
  { id: "updatedAt", label: "Changed", kind: "instant", value: (d) => d.updatedAt },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(reportDashboardCycle.statuses),
  },
  { id: "duty", label: "For the duty", kind: "set", options: options(dutyLabels) },
  { id: "mine", label: "Mine", kind: "flag", pinned: true },
];

function NewDashboard({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { data } = useGet<{ dashboard: ShownDashboard | null }>(
    "report-dashboards",
    "/api/v1/home-dashboard",
  );
  const home = data?.dashboard;
  return (
    <PostDialog
      title="New dashboard"
      description="Only you see it until you share it. Each reader gets the figures that they may read."
      path="/api/v1/report-dashboards"
      submit="Make it"
      values={{ name: "", begin: true }}
      bodyOf={({ name, begin }) => ({
        name,
        ...(begin && home && { tiles: home.tiles.filter(({ why }) => !why).map(keptTile) }),
      })}
      nouns={["report-dashboards"]}
      onClose={onClose}
      onDone={({ id }) => void navigate(`${pathTo("reportDashboard", { id })}?change=1`)}
    >
      <TextField name="name" label="Name" required />
      {home && (
        <CheckboxField
          name="begin"
          label="Begin with the tiles of your home"
          hint={home.tiles.map(({ name }) => name).join(", ")}
        />
      )}
    </PostDialog>
  );
}

/** Where the dialog stands in the address. */
const adding = "#new";

/** Dashboards: one's own and shared ones. */
export function DashboardTable() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const close = () => void navigate(`${pathname}${search}`, { replace: true });
  return (
    <>
      <DataTable<DashboardRow>
        name="report-dashboards"
        title="Dashboards"
        path="/api/v1/report-dashboards"
        columns={columns}
        filters={filters}
        defaultSort="name"
        rowHref={(d) => pathTo("reportDashboard", { id: d.id })}
        create={{
          label: "New dashboard",
          to: `${pathTo("reports")}?tab=dashboards${adding}`,
          permission: "report.keep",
        }}
        empty={{
          title: "No dashboards yet",
          text: "Make one of ready reports, your own ones, and what waits; then show it on your home or share it.",
        }}
      />
      {hash === adding && <NewDashboard onClose={close} />}
    </>
  );
}
