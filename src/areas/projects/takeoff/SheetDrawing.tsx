import { useEffect, useRef, useState, type PointerEvent } from "react";
import { messageOf, readBytes } from "#web/kit/api.ts";
import { openPdf, type DrawnPage, type OpenPdf } from "#web/kit/pdf.ts";
import type { Draft } from "./draft.model.ts";
import { middleOf, type Outline, type Point } from "./geometry.model.ts";
import type { DrawnRow } from "./measurement.model.ts";
import { back, through, type Box } from "./page.model.ts";
import { drawingPath } from "./SheetThumbnail.tsx";
import { addedAt, chosenAt, keyed, placed, type Editing } from "./vertices/editing.model.ts";
import type { Rings } from "./vertices/merge.model.ts";
import { VertexHandles } from "./vertices/VertexHandles.tsx";

/** The points of one shape that are changed on the drawing, which is turned as its sheet is. */
export type Handled = {
  editing: Editing;
  theirs: Rings | null;
  page: { box: Box; rotate: number };
  change: (next: Editing) => void;
};

const mostPixels = 6000;

/** Draws a sheet at a zoom; gives how its points become places, once it is drawn. */
const useDrawn = (sheetId: string, zoom: number) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pdf, setPdf] = useState<OpenPdf | null>(null);
  const [drawn, setDrawn] = useState<DrawnPage | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let open: OpenPdf | null = null;
    let left = false;
    readBytes(drawingPath(sheetId))
      .then(openPdf)
      .then(
        (opened) => {
          open = opened;
          if (left) void opened.close();
          else setPdf(opened);
        },
        (error: unknown) => setProblem(messageOf(error)),
      );
    return () => {
      left = true;
      setPdf(null);
      void open?.close();
    };
  }, [sheetId]);
  useEffect(() => {
    if (pdf && canvas.current)
      pdf
        .draw(1, canvas.current, zoom)
        .then(setDrawn, (error: unknown) => setProblem(messageOf(error)));
  }, [pdf, zoom]);
  return { canvas, drawn, problem };
};

const path = (points: Outline, closed: boolean): string =>
  points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x} ${y}`).join("") + (closed ? "Z" : "");

/** Shapes of areas are filled with their cut-outs left out. */
const shapePath = ({ kind, points, cutOuts }: Pick<DrawnRow, "kind" | "points" | "cutOuts">) =>
  [path(points, kind !== "length"), ...cutOuts.map((cutOut) => path(cutOut, true))].join("");

function Drawn({
  row,
  at,
  chosen,
  onChoose,
}: {
  row: DrawnRow;
  at: (point: Point) => Point;
  chosen: boolean;
  onChoose: () => void;
}) {
  const moved = {
    ...row,
    points: row.points.map(at) as [number, number][],
    cutOuts: row.cutOuts.map((cutOut) => cutOut.map(at) as [number, number][]),
  };
  const [x, y] = middleOf(moved.points);
  return (
    <g
      className="takeoff-shape"
      data-kind={row.kind}
      data-chosen={chosen}
      onClick={(event) => {
        event.stopPropagation();
        onChoose();
      }}
    >
      {row.kind === "count" ? (
        moved.points.map(([cx, cy], i) => <circle key={i} cx={cx} cy={cy} r={6} />)
      ) : (
        <path d={shapePath(moved)} fillRule="evenodd" />
      )}
      <text x={x} y={y}>
        {row.number}
      </text>
    </g>
  );
}

function Drafted({ draft, at }: { draft: Draft; at: (point: Point) => Point }) {
  const all = [draft.points, ...draft.cutOuts].map((points) => points.map(at));
  return (
    <g className="takeoff-draft">
      {draft.kind !== "count" &&
        all.map((points, i) => (
          <path key={i} d={path(points, i > 0 && !draft.cutting)} fill="none" />
        ))}
      {all.flat().map(([cx, cy], i) => (
        <circle key={i} cx={cx} cy={cy} r={4} />
      ))}
    </g>
  );
}

const handlesOf = ({ editing, change }: Handled) => ({
  choose: (spot: Editing["spot"]) => change(chosenAt(editing, spot)),
  place: (spot: Editing["spot"], to: Point) => change(placed(editing, spot, to)),
  add: (spot: Editing["spot"], at: Point) => change(addedAt(editing, spot, at)),
});

/** The drawing of a sheet with the shapes on it; a click gives the point of the page. */
export function SheetDrawing({
  sheetId,
  label,
  zoom,
  rows,
  draft,
  marks,
  boxes,
  chosen,
  over,
  handled,
  onPoint,
  onChoose,
}: {
  sheetId: string;
  label: string;
  zoom: number;
  rows: readonly DrawnRow[];
  draft: Draft | null;
  marks: readonly Point[];
  boxes: readonly { name: string; box: Box }[];
  chosen: string | null;
  /** A sheet that is laid over this one, such as the revision before. */
  over: string | null;
  handled: Handled | null;
  onPoint: ((at: Point) => void) | null;
  onChoose: (id: string | null) => void;
}) {
  const { canvas, drawn, problem } = useDrawn(sheetId, zoom);
  const clicked = (event: PointerEvent<SVGSVGElement>) => {
    if (handled && !onPoint) return;
    if (!drawn || !onPoint) return onChoose(null);
    const from = event.currentTarget.getBoundingClientRect();
    const place: Point = [event.clientX - from.left, event.clientY - from.top];
    onPoint(through(back(drawn.transform), place));
  };
  const at = (point: Point): Point => (drawn ? through(drawn.transform, point) : point);
  return (
    <div
      className="takeoff-sheet"
      data-drawing={onPoint !== null}
      tabIndex={0}
      role="region"
      aria-label={label}
      onKeyDown={(event) => {
        const next = handled && keyed(handled.editing, handled.page, event);
        if (!next) return;
        event.preventDefault();
        handled.change(next);
      }}
    >
      {problem && (
        <p className="notice tone-danger" role="alert">
          The drawing cannot be shown here: {problem}
        </p>
      )}
      <div className="takeoff-page">
        <canvas ref={canvas} aria-hidden="true" />
        {over && <OverDrawing sheetId={over} zoom={zoom} />}
        {drawn && (
          <svg
            width={Math.min(drawn.width, mostPixels)}
            height={Math.min(drawn.height, mostPixels)}
            onPointerUp={clicked}
            aria-hidden="true"
          >
            {boxes.map(({ name, box }) => (
              <path
                key={name}
                className="takeoff-part"
                d={path(
                  (
                    [
                      [box[0], box[1]],
                      [box[2], box[1]],
                      [box[2], box[3]],
                      [box[0], box[3]],
                    ] as const
                  ).map(at),
                  true,
                )}
              />
            ))}
            {rows.map((row) => (
              <Drawn
                key={row.id}
                row={row}
                at={at}
                chosen={row.id === chosen}
                onChoose={() => handled ?? onChoose(row.id)}
              />
            ))}
            {handled && (
              <VertexHandles
                editing={handled.editing}
                theirs={handled.theirs}
                at={at}
                from={(place) => through(back(drawn.transform), place)}
                on={handlesOf(handled)}
              />
            )}
            {draft && <Drafted draft={draft} at={at} />}
            {marks.map(at).map(([cx, cy], i) => (
              <circle key={i} className="takeoff-mark" cx={cx} cy={cy} r={5} />
            ))}
          </svg>
        )}
      </div>
    </div>
  );
}

/** Another revision over the sheet: what differs is what does not turn black. */
function OverDrawing({ sheetId, zoom }: { sheetId: string; zoom: number }) {
  const { canvas } = useDrawn(sheetId, zoom);
  return <canvas ref={canvas} className="takeoff-over" aria-hidden="true" />;
}
