import { useState, type FocusEvent, type ReactNode } from "react";
import { fieldId } from "../form/FormContext.ts";
import { PlacedPages, type PlacedDocument } from "./PlacedPages.tsx";

/** Which line of the document each line of the form came from; null for one that was added. */
type LinePlaces = readonly (number | null)[] | null;

// A line of the form that moved up still stands where it was read.
const placeOf = (id: string, of: PlacedDocument, rows: LinePlaces): string | null => {
  const [, row, part] = /^field-lines-(\d+)-(\w+)$/.exec(id) ?? [];
  if (row === undefined || !rows)
    return of.marks.find(({ field }) => fieldId(field) === id)?.field ?? null;
  const read = rows[Number(row)];
  return read === null || read === undefined ? null : `lines.${read}.${part}`;
};

/**
 * A form beside the pages that its values were read from: the place of the field in hand stands out.
 * Without pages the form stands alone.
 */
export function BesidePages({
  of,
  lines = null,
  children,
}: {
  of: PlacedDocument | null;
  lines?: LinePlaces;
  children: ReactNode;
}) {
  const [at, setAt] = useState<string | null>(null);
  if (!of || of.sheets.length === 0) return children;
  const look = (event: FocusEvent<HTMLElement>) => {
    const place = placeOf((event.target as HTMLElement).id, of, lines);
    if (place) setAt(place);
  };
  return (
    <div className="beside-pages">
      <div className="beside-page">
        <PlacedPages of={of} at={at} />
      </div>
      <div className="min-w-0" onFocusCapture={look}>
        {children}
      </div>
    </div>
  );
}
