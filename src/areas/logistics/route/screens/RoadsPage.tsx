import { useState } from "react";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { closureStatuses } from "../road/closure.labels.ts";
import type { ClosureRow, LayerShown } from "../road/road.model.ts";

const RoadsDialog = dialogOnDemand(async () => (await import("./RoadsDialog.tsx")).RoadsDialog);
const ClosureDialog = dialogOnDemand(
  async () => (await import("./ClosureDialog.tsx")).ClosureDialog,
);

const lacks = ({ counts }: LayerShown): string =>
  [
    counts.withoutSpeed > 0
      ? `${counted(counts.withoutSpeed, "road")} without a speed: 30 miles an hour is taken`
      : "",
    counts.others > 0
      ? `${counted(counts.others, "shape")} that ${counts.others > 1 ? "are" : "is"} no line left out`
      : "",
  ]
    .filter(Boolean)
    .join("; ");

const layerParts: readonly LinePart<LayerShown>[] = [
  {
    label: "Layer",
    as: "title",
    cell: ({ name, source }) => (
      <>
        {name}
        <span className="block text-13 text-t2">{source}</span>
      </>
    ),
  },
  { label: "Of", cell: ({ asOf }) => formatDate(asOf) },
  {
    label: "Holds",
    words: true,
    cell: ({ counts }) =>
      `${counted(counts.roads, "road")}, ${counts.oneWay.toLocaleString("en-US")} one way`,
  },
  { label: "Lacks", words: true, cell: lacks },
  { label: "", as: "amount", cell: ({ inForce }) => (inForce ? "in force" : "replaced") },
];

const columns: readonly Column<ClosureRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "name", label: "What is closed", kind: "text", value: (row) => row.name, title: true },
  { id: "road", label: "Road", kind: "text", value: (row) => row.road },
  { id: "fromOn", label: "From", kind: "day", value: (row) => row.fromOn },
  { id: "untilOn", label: "Through", kind: "day", value: (row) => row.untilOn },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: closureStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "now", label: "Closed today", kind: "flag", pinned: true },
  { id: "fromOn", label: "From", kind: "day" },
];

const partsOf = (layers: readonly LayerShown[] | undefined, closed: number): FindingPart[] => {
  const now = layers?.find(({ inForce }) => inForce);
  return [
    ...(layers && !now
      ? [{ text: "No roads were imported: plans take straight lines, made longer" }]
      : []),
    ...(now ? [{ text: `Plans drive ${counted(now.counts.roads, "road")} of ${now.name}` }] : []),
    ...(closed > 0
      ? [
          {
            text: `${counted(closed, "closure holds", "closures hold")} today`,
            to: `${pathTo("roads")}?now=true`,
          },
        ]
      : []),
  ];
};

/** The roads that plans drive, and what is closed. */
export default function RoadsPage() {
  const [adding, setAdding] = useState<"roads" | "closure" | null>(null);
  const layers = useGet<{ items: LayerShown[] }>("road-layers", "/api/v1/road-layers");
  const now = useGet<{ total: number }>("road-closures", "/api/v1/road-closures?now=true&limit=1");
  return (
    <div className="stack">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">Roads and closures</h1>
          <Held permission="route.plan" what="Import roads">
            <button type="button" className="btn" onClick={() => setAdding("roads")}>
              Import roads
            </button>
          </Held>
          <Held permission="route.plan" what="Close a road">
            <button type="button" className="btn btn-primary" onClick={() => setAdding("closure")}>
              Close a road
            </button>
          </Held>
        </div>
        <Finding parts={partsOf(layers.data?.items, now.data?.total ?? 0)} none="" />
        {layers.error && <ErrorPanel error={layers.error} what="The roads" />}
      </header>
      <section className="grid gap-3">
        <h2>Closures</h2>
        <DataTable<ClosureRow>
          name="road-closures"
          title="Road closures"
          path="/api/v1/road-closures"
          columns={columns}
          filters={filters}
          defaultSort="-fromOn"
          exportable
          embedded
          rowHref={(row) => pathTo("roadClosure", { id: row.id })}
          empty={{
            title: "Nothing was closed",
            text: "Close a road by its name, or draw a surface: plans of these days drive around it.",
          }}
        />
      </section>
      {(layers.data?.items.length ?? 0) > 0 && (
        <section className="grid gap-3">
          <h2>Layers of roads</h2>
          <LineTable
            label="Layers of roads"
            parts={layerParts}
            lines={layers.data!.items}
            keyOf={({ id }) => id}
          />
        </section>
      )}
      {adding === "roads" && <RoadsDialog onClose={() => setAdding(null)} />}
      {adding === "closure" && <ClosureDialog onClose={() => setAdding(null)} />}
    </div>
  );
}
