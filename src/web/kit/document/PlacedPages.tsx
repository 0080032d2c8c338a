import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { fieldId } from "../form/FormContext.ts";
import { usePage, type Sheet } from "./usePages.ts";

/** Where a value stands: page from 1, points from the page's upper left corner. */
type PlacedMark = {
  field: string;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
};
/** A document beside whose pages its values stand. */
export type PlacedDocument = {
  name: string;
  bytes: Uint8Array | null;
  sheets: readonly Sheet[];
  marks: readonly PlacedMark[];
  /** What its fields are called, where the name of a field says it badly. */
  labels?: Readonly<Record<string, string>>;
};

const copyInto = (to: HTMLCanvasElement | null, from: HTMLCanvasElement | null) => {
  if (!to || !from) return;
  to.width = from.width;
  to.height = from.height;
  to.getContext("2d")!.drawImage(from, 0, 0);
};

const percent = (part: number, whole: number) => `${(100 * part) / Math.max(whole, 1)}%`;
const toField = (field: string) => document.getElementById(fieldId(field))?.focus();

function Marks({
  sheet,
  marks,
  at,
}: {
  sheet: Sheet;
  marks: readonly PlacedMark[];
  at: string | null;
}) {
  return marks.map((mark) => (
    <button
      key={`${mark.field}:${mark.x}:${mark.y}`}
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      className="placed-mark"
      data-at={mark.field === at}
      onClick={() => toField(mark.field)}
      style={{
        left: percent(mark.x - 2, sheet.width),
        top: percent(mark.y - 2, sheet.height),
        width: percent(mark.width + 4, sheet.width),
        height: percent(mark.height + 4, sheet.height),
      }}
    />
  ));
}

/** The place of one value cut out of its page, as large as a phone shows it. */
function CutOut({
  drawn,
  sheet,
  mark,
}: {
  drawn: HTMLCanvasElement;
  sheet: Sheet;
  mark: PlacedMark;
}) {
  const place = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = place.current;
    if (!canvas) return;
    const scale = drawn.width / sheet.width;
    const width = Math.min(sheet.width, Math.max(260, mark.width + 120));
    const height = Math.max(44, mark.height + 28);
    const left = Math.min(
      Math.max(0, mark.x + mark.width / 2 - width / 2),
      Math.max(0, sheet.width - width),
    );
    const top = Math.max(0, mark.y + mark.height / 2 - height / 2);
    canvas.width = width * scale;
    canvas.height = height * scale;
    const pen = canvas.getContext("2d")!;
    pen.drawImage(drawn, -left * scale, -top * scale);
    pen.strokeStyle = getComputedStyle(canvas).color;
    pen.lineWidth = 1.5 * scale;
    pen.strokeRect(
      (mark.x - left - 3) * scale,
      (mark.y - top - 3) * scale,
      (mark.width + 6) * scale,
      (mark.height + 6) * scale,
    );
  }, [drawn, sheet, mark]);
  return <canvas ref={place} aria-hidden="true" className="placed-cut" />;
}

const words = (field: string): string => {
  const [, row, part] = /^lines\.(\d+)\.(\w+)$/.exec(field) ?? [];
  const name = (part ?? field).replace(/([A-Z])/g, " $1").toLowerCase();
  return row === undefined ? name : `${name} of line ${Number(row) + 1}`;
};

/**
 * A page of a document with the places of its values: the one in hand stands out, is cut out large
 * on a phone, and is told to those who hear the page. A place that is pressed leads to its field.
 */
export function PlacedPages({ of, at }: { of: PlacedDocument; at: string | null }) {
  const mark = of.marks.find(({ field }) => field === at) ?? null;
  const [page, setPage] = useState(1);
  useEffect(() => {
    if (mark) setPage(mark.page);
  }, [mark]);
  const { drawn, failed } = usePage(of.bytes, of.sheets, page);
  const shown = useRef<HTMLCanvasElement>(null);
  useEffect(() => copyInto(shown.current, drawn), [drawn]);
  const sheet = of.sheets[page - 1];
  if (!sheet) return null;
  const last = of.sheets.length;
  return (
    <section className="panel min-w-0 overflow-hidden" aria-label={`Pages of ${of.name}`}>
      <header className="flex items-center gap-2 border-b border-hair px-4 py-2">
        <h2 className="min-w-0 flex-1 truncate text-14 font-medium">{of.name}</h2>
        {last > 1 && (
          <>
            <button
              type="button"
              className="btn btn-quiet btn-small"
              aria-label="Page before"
              disabled={page === 1}
              onClick={() => setPage(page - 1)}
            >
              <ChevronLeft aria-hidden="true" />
            </button>
            <span className="text-13 text-t2 tabular-nums">
              {page} of {last}
            </span>
            <button
              type="button"
              className="btn btn-quiet btn-small"
              aria-label="Next page"
              disabled={page === last}
              onClick={() => setPage(page + 1)}
            >
              <ChevronRight aria-hidden="true" />
            </button>
          </>
        )}
      </header>
      <p className="sr-only" role="status">
        {mark
          ? `${of.labels?.[mark.field] ?? `The ${words(mark.field)}`} stands on page ${mark.page}.`
          : ""}
      </p>
      {failed ? (
        <p className="notice tone-warning m-4">This browser cannot draw the page.</p>
      ) : (
        <>
          {drawn && mark && mark.page === page && (
            <CutOut drawn={drawn} sheet={sheet} mark={mark} />
          )}
          <div className="placed-page" tabIndex={0} role="group" aria-label={`Page ${page}`}>
            <div className="relative" style={{ aspectRatio: `${sheet.width} / ${sheet.height}` }}>
              <canvas ref={shown} aria-hidden="true" className="block h-full w-full bg-white" />
              <Marks sheet={sheet} marks={of.marks.filter((m) => m.page === page)} at={at} />
            </div>
          </div>
        </>
      )}
    </section>
  );
}
