import { counted } from "#kernel/words.ts";
import { blankPlace, type Place } from "./paper.labels.ts";
import { sourceLabel, type Base, type Line } from "./editing.ts";
import type { Division } from "./parts.model.ts";
import { PlaceFields } from "./PlaceFields.tsx";

function LineRow({
  line,
  base,
  open,
  division,
  onOpen,
  onChange,
  onDivide,
}: {
  line: Line;
  base: Base;
  open: boolean;
  division: Division | null;
  onOpen: () => void;
  onChange: (change: Partial<Place> | null) => void;
  onDivide: (division: Division) => void;
}) {
  return (
    <li>
      <button
        type="button"
        id={`line ${line.id}`}
        className="paper-line"
        aria-expanded={open}
        onClick={onOpen}
      >
        <span className="min-w-0 font-medium">
          {line.label}
          {line.field?.required && <span className="text-12 text-t3"> · the PDF wants it</span>}
        </span>
        <span className="text-12 text-t3">
          {line.sort} · {sourceLabel(base, line.place?.source)}
        </span>
      </button>
      {open && (
        <PlaceFields
          place={line.place ?? blankPlace({ field: line.field?.name ?? null })}
          field={line.field}
          base={base}
          division={division}
          onChange={onChange}
          onDivide={onDivide}
        />
      )}
    </li>
  );
}

/** What stands on a page, from top to bottom; one line is open at a time. */
export function LineList({
  lines,
  base,
  chosen,
  divisionOf,
  onChoose,
  onChange,
  onDivide,
}: {
  lines: readonly Line[];
  base: Base;
  chosen: string | null;
  /** How the number that begins in this line's field goes on in those beside it. */
  divisionOf: (line: Line) => Division | null;
  onChoose: (id: string | null) => void;
  onChange: (line: Line, change: Partial<Place> | null) => void;
  onDivide: (line: Line, division: Division) => void;
}) {
  const filled = lines.filter((line) => line.place).length;
  if (lines.length === 0)
    return (
      <p className="p-3 text-t2">
        The PDF asks nothing on this page. Draw a box where something is to stand.
      </p>
    );
  return (
    <>
      <p className="px-3 py-2 text-13 text-t3">
        {filled} of {counted(lines.length, "place")} on this page filled
      </p>
      <ul className="paper-lines border-t border-hair" aria-label="Places on this page">
        {lines.map((line) => (
          <LineRow
            key={line.id}
            line={line}
            base={base}
            open={line.id === chosen}
            division={line.id === chosen ? divisionOf(line) : null}
            onOpen={() => onChoose(line.id === chosen ? null : line.id)}
            onChange={(change) => onChange(line, change)}
            onDivide={(division) => onDivide(line, division)}
          />
        ))}
      </ul>
    </>
  );
}
