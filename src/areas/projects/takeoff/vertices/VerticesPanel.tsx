import { Redo2, Undo2 } from "lucide-react";
import { useState } from "react";
import { shownDecimal } from "#kernel/quantity.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { firstUnits, typedPoints } from "../draft.model.ts";
import { shapeRefusal } from "../geometry.model.ts";
import type { DrawnRow } from "../measurement.model.ts";
import type { SheetDetail } from "../plan.model.ts";
import { quantityOf } from "../quantity.model.ts";
import {
  addedAfter,
  chosenAt,
  isChanged,
  keyed,
  neighbour,
  placed,
  redoneLast,
  removalRefusal,
  removed,
  ringOf,
  undoneLast,
  type Editing,
} from "./editing.model.ts";
import type { Vertices } from "./useVertices.ts";

const PointDialog = dialogOnDemand(async () => (await import("./PointDialog.tsx")).PointDialog);

/** The chosen point, and what the shape measures now or what is wrong with it. */
const saysOf = (sheet: SheetDetail, row: DrawnRow, { kind, now, spot }: Editing): string => {
  const line = ringOf(now, spot.ring);
  const where = spot.ring === 0 ? "" : ` of cut-out ${spot.ring}`;
  const point = `Point ${spot.at + 1} of ${line.length}${where}: ${typedPoints([line[spot.at]!])}.`;
  const shape = { kind, points: now.points, cutOuts: now.cutOuts };
  const refused = shapeRefusal(shape);
  if (refused) return `${point} ${refused}`;
  const scale = sheet.viewports.find(({ id }) => id === row.viewportId)?.scale ?? null;
  const unit = firstUnits[kind];
  const quantity = quantityOf({ ...shape, depth: row.depth, slope: row.slope }, scale, unit);
  return quantity === null ? point : `${point} ${shownDecimal(quantity)} ${unit.code}.`;
};

function Asked({ vertices }: { vertices: Vertices }) {
  if (!vertices.asks) return null;
  return (
    <div className="notice tone-warning grid gap-2" role="alert">
      <p>{vertices.asks.message} Theirs is drawn with dashes: look at both.</p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-small" onClick={() => vertices.settle("mine")}>
          Keep mine
        </button>
        <button type="button" className="btn btn-small" onClick={() => vertices.settle("theirs")}>
          Take theirs
        </button>
      </div>
    </div>
  );
}

function Points({ editing, vertices }: { editing: Editing; vertices: Vertices }) {
  const [typing, setTyping] = useState(false);
  const { change } = vertices;
  const button = (label: string, next: () => Editing, why: string | null = null) => (
    <button
      type="button"
      className="btn btn-small"
      disabled={why !== null}
      title={why ?? undefined}
      onClick={() => change(next())}
    >
      {label === "Undo" && <Undo2 aria-hidden="true" />}
      {label === "Redo" && <Redo2 aria-hidden="true" />}
      {label}
    </button>
  );
  return (
    <>
      {button("Previous point", () => chosenAt(editing, neighbour(editing, -1)))}
      {button("Next point", () => chosenAt(editing, neighbour(editing, 1)))}
      <button type="button" className="btn btn-small" onClick={() => setTyping(true)}>
        Type it
      </button>
      {button("Add a point", () => addedAfter(editing))}
      {button("Remove the point", () => removed(editing), removalRefusal(editing))}
      {button("Undo", () => undoneLast(editing), editing.past.length ? null : "Nothing was done")}
      {button(
        "Redo",
        () => redoneLast(editing),
        editing.future.length ? null : "Nothing is undone",
      )}
      {typing && (
        <PointDialog
          point={ringOf(editing.now, editing.spot.ring)[editing.spot.at]!}
          onPlace={(to) => change(placed(editing, editing.spot, to))}
          onClose={() => setTyping(false)}
        />
      )}
    </>
  );
}

/** Changes the points of a measurement by buttons and keys; says what it measures and what became of it. */
export function VerticesPanel({
  sheet,
  row,
  vertices,
}: {
  sheet: SheetDetail;
  row: DrawnRow;
  vertices: Vertices;
}) {
  const { held, lost, sending } = vertices;
  if (!held) return null;
  const { editing } = held;
  const refused = shapeRefusal({ kind: editing.kind, ...editing.now });
  return (
    <section
      className="grid gap-2"
      aria-label={`Points of ${held.number}`}
      onKeyDown={(event) => {
        const next = keyed(editing, sheet, event);
        // In the dialog of a point, keys belong to its field.
        if (!next || (event.target as HTMLElement).closest("[role=dialog]")) return;
        event.preventDefault();
        vertices.change(next);
      }}
    >
      <p role="status">
        {held.number}: {saysOf(sheet, row, editing)}
      </p>
      {row.version !== held.version && !vertices.asks && (
        <p className="text-13 text-t2">
          Somebody else changed this measurement meanwhile. What does not touch your points is kept.
        </p>
      )}
      {lost && (
        <p className="notice tone-warning" role="alert">
          There is no connection. Your points stay here, and are sent once there is one again.
        </p>
      )}
      <Asked vertices={vertices} />
      <div className="flex flex-wrap gap-2">
        <Points editing={editing} vertices={vertices} />
        <button
          type="button"
          className="btn btn-primary btn-small"
          disabled={!isChanged(editing) || refused !== null || sending}
          onClick={vertices.save}
        >
          {lost ? "Send again" : "Save the points"}
        </button>
        <button type="button" className="btn btn-small" onClick={vertices.stop}>
          Leave them as they were
        </button>
      </div>
      <p className="text-12 text-t2">
        Drag a point, or press the arrows: 1 point, with Shift 10. A small circle on an edge adds
        one.
      </p>
    </section>
  );
}
