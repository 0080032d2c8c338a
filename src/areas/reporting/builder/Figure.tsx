import { Link } from "react-router";
import type { Answered } from "../figure/figure.model.ts";
import { shownFigure, type Unit } from "../figure/finding.labels.ts";

type Cell = Answered["rows"][number]["cells"][number];

/** A figure that opens its rows; of a kept run nothing opens, for the rows have gone on. */
export function Figure({ cell, unit, opens }: { cell: Cell; unit: Unit; opens: boolean }) {
  const text = shownFigure(cell.value, unit);
  return opens && cell.opens ? (
    <Link className="tnum" to={cell.opens}>
      {text}
    </Link>
  ) : (
    <span className="tnum">{text}</span>
  );
}
