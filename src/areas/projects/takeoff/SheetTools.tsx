import { Minus, Plus, Undo2 } from "lucide-react";
import { download } from "#web/kit/api.ts";
import { Held } from "#web/kit/Held.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { cutting, firstUnits, undone, type Draft } from "./draft.model.ts";
import { measureKinds, shapeRefusal, type MeasureKind, type Point } from "./geometry.model.ts";
import { inBox } from "./page.model.ts";
import type { SheetDetail } from "./plan.model.ts";
import { quantityOf } from "./quantity.model.ts";

export type Tool = "pan" | "scale" | "part" | MeasureKind;
type Asked = "measure" | "scale" | "part" | "name" | "requisition" | "solicitation";
type Drawing = {
  tool: Tool;
  draft: Draft | null;
  marks: readonly Point[];
  choose: (tool: Tool) => void;
  setDraft: (draft: Draft) => void;
};

const tools: readonly { tool: Tool; label: string }[] = [
  { tool: "pan", label: "Pan" },
  { tool: "scale", label: "Set scale" },
  { tool: "part", label: "Add a part" },
  ...(Object.keys(measureKinds) as MeasureKind[]).map((tool) => ({
    tool,
    label: measureKinds[tool].label,
  })),
];

/** The smallest part of the sheet that a shape lies in. */
export const partFor = (sheet: SheetDetail, points: readonly Point[]) => {
  const size = ([x, y, right, top]: readonly number[]) => (right! - x!) * (top! - y!);
  return (
    sheet.viewports
      .filter(({ box }) => points.every((at) => inBox(at, box)))
      .toSorted((a, b) => size(a.box) - size(b.box))[0] ?? sheet.viewports[0]!
  );
};

/** What is drawn so far, in words: its quantity, or what is missing. */
const saysOf = (sheet: SheetDetail, draft: Draft): string => {
  const refused = shapeRefusal(draft);
  if (refused) return refused;
  if (draft.kind === "volume") return "Enter the depth when you finish.";
  const { name, scale } = partFor(sheet, draft.points);
  const quantity = quantityOf(
    { ...draft, depth: null, slope: null },
    scale,
    firstUnits[draft.kind],
  );
  return quantity === null
    ? `${name} has no scale, so there is no quantity.`
    : `${quantity} ${firstUnits[draft.kind].code}`;
};

function Drawn({
  sheet,
  drawing,
  onAsk,
}: {
  sheet: SheetDetail;
  drawing: Drawing;
  onAsk: (what: Asked) => void;
}) {
  const { draft, marks, tool, setDraft } = drawing;
  if (tool === "scale" || tool === "part")
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p role="status">
          {tool === "scale"
            ? `Click two points whose distance you know (${marks.length} of 2), or go on to the list of scales.`
            : `Click two corners of the part (${marks.length} of 2), or go on and type them.`}
        </p>
        <button type="button" className="btn btn-primary" onClick={() => onAsk(tool)}>
          Go on
        </button>
      </div>
    );
  if (!draft) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status">{saysOf(sheet, draft)}</p>
      <button type="button" className="btn" onClick={() => setDraft(undone(draft))}>
        <Undo2 aria-hidden="true" />
        Undo
      </button>
      {(draft.kind === "area" || draft.kind === "volume") && (
        <button type="button" className="btn" onClick={() => setDraft(cutting(draft))}>
          Begin a cut-out
        </button>
      )}
      <button type="button" className="btn btn-primary" onClick={() => onAsk("measure")}>
        {draft.points.length === 0 ? "Type the points" : "Finish"}
      </button>
    </div>
  );
}

/** The tools above a sheet: what a click means, how large it is drawn, which revision lies over it. */
export function SheetTools({
  sheet,
  zoom,
  setZoom,
  over,
  setOver,
  drawing,
  onAsk,
}: {
  sheet: SheetDetail;
  zoom: number;
  setZoom: (zoom: number) => void;
  over: string | null;
  setOver: (id: string | null) => void;
  drawing: Drawing;
  onAsk: (what: Asked) => void;
}) {
  const others = sheet.revisions.filter(({ id }) => id !== sheet.id);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {sheet.canEdit &&
          tools.map(({ tool, label }) => (
            <button
              key={tool}
              type="button"
              className="btn btn-small"
              aria-pressed={drawing.tool === tool}
              onClick={() => drawing.choose(tool)}
            >
              {label}
            </button>
          ))}
        <button
          type="button"
          className="btn btn-small"
          aria-label="Smaller"
          onClick={() => setZoom(Math.max(0.25, zoom / 1.5))}
        >
          <Minus aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn btn-small"
          aria-label="Larger"
          onClick={() => setZoom(Math.min(4, zoom * 1.5))}
        >
          <Plus aria-hidden="true" />
        </button>
        {others.map(({ id, revision }) => (
          <button
            key={id}
            type="button"
            className="btn btn-small"
            aria-pressed={over === id}
            onClick={() => setOver(over === id ? null : id)}
          >
            Differences to revision {revision}
          </button>
        ))}
        {sheet.canEdit && (
          <>
            <button type="button" className="btn btn-small" onClick={() => onAsk("name")}>
              Number and title
            </button>
            <button
              type="button"
              className="btn btn-primary btn-small ml-auto"
              onClick={() => onAsk("requisition")}
            >
              To requisition
            </button>
          </>
        )}
        <button
          type="button"
          className="btn btn-small"
          onClick={() =>
            void download(`/api/v1/plan-sheets/${sheet.id}/marked`).catch((error: unknown) =>
              notify.failed("The marked sheet was not made", error),
            )
          }
        >
          Marked sheet (PDF)
        </button>
        {sheet.current && (
          <Held permission="solicitation.edit" what="Put it into a solicitation">
            <button type="button" className="btn btn-small" onClick={() => onAsk("solicitation")}>
              To solicitation
            </button>
          </Held>
        )}
      </div>
      <Drawn {...{ sheet, drawing, onAsk }} />
    </div>
  );
}
