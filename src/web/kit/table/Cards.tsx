import { memo, type ReactNode } from "react";
import { Link } from "react-router";
import { formatCents } from "#kernel/money.ts";
import { cardParts, CellContent, isNumeric, type Column } from "./columns.tsx";
import type { RowSelection } from "./selection.ts";

type CardsProps<T extends { id: string }> = {
  columns: readonly Column<T>[];
  rows: readonly T[];
  timeZone: string;
  rowHref?: ((row: T) => string) | undefined;
  selection?: RowSelection | undefined;
};

type CardProps<T extends { id: string }> = Pick<CardsProps<T>, "columns" | "timeZone"> & {
  row: T;
  href: string | undefined;
  selected: boolean;
  toggle: ((id: string) => void) | undefined;
};

const Card = memo(function Card<T extends { id: string }>({
  columns,
  row,
  timeZone,
  href,
  selected,
  toggle,
}: CardProps<T>) {
  const { plate, status, title, amount, facts } = cardParts(columns, row);
  const cents = amount?.kind === "money" && !amount.cell ? amount.value(row) : null;
  const show = (column: Column<T> | undefined) =>
    column && <CellContent column={column} row={row} timeZone={timeZone} />;
  const named = (
    <span className={plate ? "card-title" : "card-title mr-auto"}>
      {title && !plate && href ? <Link to={href}>{show(title)}</Link> : show(title)}
    </span>
  );
  const worth = amount && (
    <span className="card-title num shrink-0">
      {cents === null ? show(amount) : formatCents(cents)}
    </span>
  );
  return (
    <li className="card" data-selected={toggle && selected}>
      <div className="card-row">
        {toggle && (
          <label className="table-checkbox">
            <span className="visually-hidden">Select</span>
            <input type="checkbox" checked={selected} onChange={() => toggle(row.id)} />
          </label>
        )}
        {plate ? (
          <span className="mr-auto">
            {href ? <Link to={href}>{show(plate)}</Link> : show(plate)}
          </span>
        ) : (
          <>
            {named}
            {worth}
          </>
        )}
        {show(status)}
      </div>
      {plate && (
        <div className="card-row">
          {named}
          {worth}
        </div>
      )}
      {facts.map((column, at) => (
        <div
          key={column.id}
          className={`card-row text-13 text-t2 ${at > 2 ? "max-sm:hidden" : ""}`}
        >
          <span className="text-t3">{column.label}</span>
          <span className={isNumeric(column) ? "num" : "min-w-0 line-clamp-2 text-right"}>
            {show(column)}
          </span>
        </div>
      ))}
    </li>
  );
}) as <T extends { id: string }>(props: CardProps<T>) => ReactNode;

/**
 * The list on a phone: number and status, the first text large, the first amount that the row has
 * beside it, then the facts: three on a phone, all of them where there is room (a window at 200 %).
 */
export function Cards<T extends { id: string }>({
  columns,
  rows,
  timeZone,
  rowHref,
  selection,
}: CardsProps<T>) {
  return (
    <ul className="cards">
      {rows.map((row) => (
        <Card
          key={row.id}
          columns={columns}
          row={row}
          timeZone={timeZone}
          href={rowHref?.(row)}
          selected={selection?.has(row.id) ?? false}
          toggle={selection?.toggle}
        />
      ))}
    </ul>
  );
}
