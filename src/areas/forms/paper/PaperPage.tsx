import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { messageOf } from "#web/kit/api.ts";
import type { DrawnPage, OpenPdf } from "#web/kit/pdf.ts";
import { boxBetween, grown, moved, shownBox, type Shown } from "./geometry.ts";
import type { Box } from "./paper.labels.ts";

/** A box that the page shows: a field of the PDF, or one that was drawn (`placed`). */
export type Mark = {
  id: string;
  label: string;
  says: string;
  box: Box;
  /** A box to tick: its words do not stand in it. */
  small: boolean;
  filled: boolean;
  placed: boolean;
};
type Point = readonly [number, number];

const pointOf = (event: PointerEvent, over: HTMLElement): Point => {
  const { left, top, width, height } = over.getBoundingClientRect();
  const within = (value: number) => Math.min(1, Math.max(0, value));
  return [within((event.clientX - left) / width), within((event.clientY - top) / height)];
};
const place = ({ left, top, width, height }: Shown) => ({
  left: `${left}%`,
  top: `${top}%`,
  width: `${width}%`,
  height: `${height}%`,
});

const steps: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type MarkProps = {
  mark: Mark;
  page: DrawnPage;
  chosen: boolean;
  onChoose: () => void;
  onBox: (box: Box) => void;
};

function MarkBox({ mark, page, chosen, onChoose, onBox }: MarkProps) {
  const from = useRef<{ x: number; y: number; box: Box; grow: boolean } | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || !mark.placed) return;
    event.preventDefault();
    const by = event.shiftKey ? 10 : 1;
    onBox((event.altKey ? grown : moved)(page, mark.box, step[0] * by, step[1] * by));
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    onChoose();
    if (!mark.placed) return;
    const grow = (event.target as HTMLElement).dataset.grow !== undefined;
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, y: event.clientY, box: mark.box, grow };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const start = from.current;
    const sheet = event.currentTarget.parentElement;
    if (!start || !sheet) return;
    const points = page.width / Math.hypot(page.transform[0], page.transform[1]);
    const scale = points / sheet.clientWidth;
    const [right, down] = [(event.clientX - start.x) * scale, (event.clientY - start.y) * scale];
    onBox((start.grow ? grown : moved)(page, start.box, right, down));
  };
  return (
    <button
      type="button"
      className="paper-mark"
      data-filled={mark.filled}
      data-placed={mark.placed}
      aria-pressed={chosen}
      aria-label={`${mark.label}: ${mark.says}`}
      title={`${mark.label}: ${mark.says}`}
      style={place(shownBox(page, mark.box))}
      onClick={onChoose}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (from.current = null)}
    >
      {!mark.small && <span aria-hidden="true">{mark.says}</span>}
      {mark.placed && chosen && <i data-grow aria-hidden="true" />}
    </button>
  );
}

type PageProps = {
  pdf: OpenPdf;
  /** From 0. */
  at: number;
  marks: readonly Mark[];
  chosen: string | null;
  drawing: boolean;
  onChoose: (id: string) => void;
  onBox: (id: string, box: Box) => void;
  onDrawn: (box: Box) => void;
};

/** A page of the PDF with its fields as labelled boxes; boxes can be drawn, moved and made larger. */
export function PaperPage({ pdf, at, marks, chosen, drawing, ...on }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [page, setPage] = useState<DrawnPage | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [begun, setBegun] = useState<{ one: Point; two: Point } | null>(null);
  useEffect(() => {
    let gone = false;
    pdf.draw(at + 1, canvas.current!, 2).then(
      (drawn) => gone || setPage(drawn),
      (error: unknown) => gone || setProblem(messageOf(error)),
    );
    return () => {
      gone = true;
    };
  }, [pdf, at]);
  const between = page && begun ? { page: at, ...boxBetween(page, begun.one, begun.two) } : null;
  const end = () => {
    setBegun(null);
    if (between && between.width >= 6 && between.height >= 6) on.onDrawn(between);
  };
  return (
    <div
      className="paper-sheet"
      data-drawing={drawing}
      onPointerDown={(event) => {
        if (!drawing || !page) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const one = pointOf(event, event.currentTarget);
        setBegun({ one, two: one });
      }}
      onPointerMove={(event) =>
        begun && setBegun({ one: begun.one, two: pointOf(event, event.currentTarget) })
      }
      onPointerUp={end}
    >
      {problem && (
        <p className="notice tone-danger" role="alert">
          The page cannot be drawn here: {problem} The list of its fields works without it.
        </p>
      )}
      <canvas ref={canvas} aria-hidden="true" />
      {page &&
        !drawing &&
        marks.map((mark) => (
          <MarkBox
            key={mark.id}
            mark={mark}
            page={page}
            chosen={mark.id.split("@")[0] === chosen}
            onChoose={() => on.onChoose(mark.id.split("@")[0]!)}
            onBox={(box) => on.onBox(mark.id, box)}
          />
        ))}
      {page && between && <div className="paper-begun" style={place(shownBox(page, between))} />}
    </div>
  );
}
