import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import {
  chargeTimes,
  locationCourse,
  locationCycle,
  locationStatuses,
} from "../location/location.labels.ts";
import type { LocationDetail, LocationRow } from "../location/location.model.ts";
import { ItemTable } from "./ItemTable.tsx";
import { itsLabel } from "./printLabels.ts";

const look = {
  statuses: locationStatuses,
  course: locationCourse,
  actions: locationCycle.actions,
};

const columns: readonly Column<LocationRow>[] = [
  { id: "code", label: "Code", kind: "plate", value: (at) => at.code },
  { id: "name", label: "Location", kind: "text", value: (at) => at.name },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (at) => at.status,
    statuses: locationStatuses,
  },
];

function About({ at }: { at: LocationDetail }) {
  return (
    <Panel title="The location">
      <Facts
        rows={[
          ["Place", at.place],
          [
            "Within",
            at.parentId && (
              <Link to={pathTo("stockLocation", { id: at.parentId })}>
                <span className="mono">{at.parent}</span>
              </Link>
            ),
          ],
          ["The budget bears it", chargeTimes[at.chargeAt]],
          [
            "Its goods are bought on",
            at.chargeAccount && <span className="mono">{at.chargeAccount}</span>,
          ],
          [
            "Receiving",
            at.role === "receiving" &&
              "Goods of its place are received here, and put away from here.",
          ],
          ["On the way", at.role === "transit" && "What a transfer takes along lies here."],
          ["Quarantine", at.quarantine && "What lies here is issued to nobody."],
        ]}
      />
    </Panel>
  );
}

function Within({ id }: { id: string }) {
  return (
    <section className="grid gap-3">
      <h2>Within it</h2>
      <DataTable<LocationRow>
        name="stock-locations"
        title="Within it"
        path="/api/v1/stock-locations"
        fixed={`parentId=${id}`}
        columns={columns}
        defaultSort="code"
        embedded
        rowHref={(each) => pathTo("stockLocation", { id: each.id })}
        empty={{ title: "Nothing within it", text: "Shelves and bins stand within a room." }}
      />
    </section>
  );
}

const tabs: readonly RecordTab<LocationDetail>[] = [
  {
    id: "items",
    label: "What lies here",
    content: (at) => (
      <section className="grid gap-3">
        <h2>What lies here and within</h2>
        <ItemTable fixed={`locationId=${at.id}`} />
      </section>
    ),
  },
  {
    id: "location",
    label: "Location",
    content: (at) => (
      <>
        <About at={at} />
        <Within id={at.id} />
      </>
    ),
  },
];

/** A location of the stores. */
export default function LocationPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const act = useMutationAction("stock-locations");
  const receive = (at: LocationDetail) =>
    act.mutate(
      {
        method: "PUT",
        path: `/api/v1/stock-locations/${id}/receiving`,
        body: { receiving: at.role !== "receiving" },
        version: at.version,
      },
      {
        onSuccess: () => notify.done("Saved", at.name),
        onError: (error) => notify.failed("Not saved", error),
      },
    );
  return (
    <RecordPage<LocationDetail>
      path="/api/v1/stock-locations"
      id={id}
      lifecycle={look}
      title={(at) => at.name}
      subtitle={(at) => at.place}
      extraActions={(at) => [
        ...(can("stock.edit") && at.status === "active"
          ? [{ label: "Change", to: pathTo("stockLocationEdit", { id }) }]
          : []),
        ...(can("stock.edit") && at.status === "active" && !at.quarantine
          ? [
              {
                label:
                  at.role === "receiving"
                    ? "No goods are received here"
                    : "Goods are received here",
                onSelect: () => receive(at),
              },
            ]
          : []),
        itsLabel("location", id),
      ]}
      tabs={tabs}
    />
  );
}
