import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { MeasurementDetail } from "../measurement.model.ts";
import type { NamedAssembly } from "./named.model.ts";

const NameDialog = dialogOnDemand(
  async () => (await import("./NameAssemblyDialog.tsx")).NameAssemblyDialog,
);
type Item = NamedAssembly["items"][number];

const parts: readonly LinePart<Item>[] = [
  {
    label: "Item",
    as: "title",
    cell: (item) => (
      <span className="grid">
        <span>{item.description}</span>
        <span className="text-12 text-t3">{item.found ? item.found.how : item.problem}</span>
      </span>
    ),
  },
  { label: "Packs", cell: (item) => (item.found?.packs ? shownDecimal(item.found.packs) : "—") },
  {
    label: "To buy",
    cell: (item) => (item.found ? `${shownDecimal(item.found.bought)} ${item.unit}` : "—"),
  },
];

/** What is bought of a measurement by the assembly that it names. */
export function MeasuredAssembly({ m }: { m: MeasurementDetail }) {
  const [naming, setNaming] = useState(false);
  const found = useGet<NamedAssembly>("measurements", `/api/v1/measurements/${m.id}/assembly`);
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="What is bought of it" />;
  const { assembly, items } = found.data;
  return (
    <Panel title="What is bought of it">
      <div className="grid gap-4">
        {assembly === null ? (
          <EmptyState kind="first-use" title="It names no assembly">
            An assembly makes items of what was measured: posts and panels of a length, stone and
            fabric of an area.
          </EmptyState>
        ) : (
          <>
            <p>
              By{" "}
              <Link
                className="underline"
                to={pathTo("takeoffAssembly", { id: assembly.versionId })}
              >
                {assembly.name}
              </Link>
              , version {assembly.versionNo}.
            </p>
            <LineTable
              label="Items of the measurement"
              parts={parts}
              lines={items}
              keyOf={(item) => item.key}
            />
          </>
        )}
        {m.canEdit && (
          <Held permission="takeoff.edit" what="Choose an assembly">
            <button
              type="button"
              className="btn justify-self-start"
              onClick={() => setNaming(true)}
            >
              {assembly === null ? "Choose an assembly" : "Change the assembly"}
            </button>
          </Held>
        )}
      </div>
      {naming && <NameDialog m={m} named={found.data} onClose={() => setNaming(false)} />}
    </Panel>
  );
}
