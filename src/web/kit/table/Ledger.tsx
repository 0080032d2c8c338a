import { ArrowDown, ArrowUp } from "lucide-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useRef, type ReactNode } from "react";
import { Link } from "react-router";
import {
  CellContent,
  figure,
  heading,
  isNumeric,
  isRecordNumber,
  type Column,
} from "./columns.tsx";
import type { RowSelection } from "./selection.ts";
import type { Density } from "./settings.ts";
import { useFitting } from "./useFitting.ts";

export type LedgerProps<T extends { id: string }> = {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  density: Density;
  timeZone: string;
  sort: string;
  onSort: (sort: string) => void;
  rowHref?: ((row: T) => string) | undefined;
  selection?: RowSelection | undefined;
  active: number | null;
  peeked: string | null;
  totals: Record<string, number> | null;
  totalsLabel: string;
  hasCards?: boolean;
};

const virtualFrom = 200;

function HeadCell<T>({
  column,
  sort,
  onSort,
  first,
}: {
  column: Column<T>;
  sort: string;
  onSort: (sort: string) => void;
  first: boolean;
}) {
  const state = sort === column.id ? "ascending" : sort === `-${column.id}` ? "descending" : "none";
  const className = `${isNumeric(column) ? "num" : ""} ${first ? "frozen" : ""}`;
  if (column.sortable === false)
    return (
      <th scope="col" className={className}>
        {heading(column)}
      </th>
    );
  return (
    <th scope="col" className={className} aria-sort={state}>
      <button
        type="button"
        onClick={() => onSort(state === "ascending" ? `-${column.id}` : column.id)}
      >
        {heading(column)}
        {state === "ascending" && <ArrowUp aria-hidden="true" />}
        {state === "descending" && <ArrowDown aria-hidden="true" />}
      </button>
    </th>
  );
}

type RowProps<T extends { id: string }> = Pick<LedgerProps<T>, "columns" | "timeZone"> & {
  row: T;
  index: number;
  href: string | undefined;
  selected: boolean;
  toggle: ((id: string) => void) | undefined;
  active: boolean;
  peeked: boolean;
};

// Drawn anew when something of its own changes, not when another row is ticked.
const LedgerRow = memo(function LedgerRow<T extends { id: string }>({
  columns,
  row,
  index,
  timeZone,
  href,
  selected,
  toggle,
  active,
  peeked,
}: RowProps<T>) {
  const name = (column: Column<T> | undefined) =>
    column && "value" in column ? String(column.value(row) ?? "") : row.id;
  const names =
    columns.find(({ title }) => title) ?? columns.find(({ kind }, at) => at > 0 && kind === "text");
  return (
    <tr
      data-index={index}
      data-selected={selected ? "true" : undefined}
      data-active={active}
      data-peeked={peeked}
    >
      {toggle && (
        <td className="col-select">
          <label className="table-checkbox">
            <span className="visually-hidden">Select {name(columns[0])}</span>
            <input type="checkbox" checked={selected} onChange={() => toggle(row.id)} />
          </label>
        </td>
      )}
      {columns.map((column, at) => {
        const named = column === names;
        const content: ReactNode = <CellContent column={column} row={row} timeZone={timeZone} />;
        const text =
          (at > 0 || named) && column.kind === "text"
            ? (column.value(row) ?? undefined)
            : undefined;
        const isWhole = text !== undefined && isRecordNumber(text);
        return (
          <td
            key={column.id}
            className={`${isNumeric(column) ? "num" : ""} ${at === 0 ? "frozen" : ""} ${named ? "names" : ""}`}
            title={isWhole ? undefined : text}
          >
            {at === 0 && href ? (
              <Link to={href} data-row-link={index}>
                {content}
              </Link>
            ) : (
              content
            )}
          </td>
        );
      })}
    </tr>
  );
}) as <T extends { id: string }>(props: RowProps<T>) => ReactNode;

function Totals<T>({
  columns,
  totals,
  label,
  selectable,
}: {
  columns: readonly Column<T>[];
  totals: Record<string, number>;
  label: string;
  selectable: boolean;
}) {
  return (
    <tfoot>
      <tr>
        {selectable && <td />}
        {columns.map((column, at) => {
          const sum = totals[column.id];
          return (
            <td key={column.id} className={isNumeric(column) ? "num" : ""}>
              {at === 0 ? label : sum === undefined ? null : figure(column, sum)}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}

const useRows = (count: number, density: Density, active: number | null) => {
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = count > virtualFrom;
  const virtualizer = useVirtualizer({
    count: virtual ? count : 0,
    getScrollElement: () => scroll.current,
    estimateSize: () => density,
    overscan: 12,
  });
  useEffect(() => {
    if (active === null) return;
    if (virtual) virtualizer.scrollToIndex(active);
    const frame = requestAnimationFrame(() =>
      scroll.current?.querySelector<HTMLElement>(`[data-row-link="${active}"]`)?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [active, virtual, virtualizer]);
  const items = virtual ? virtualizer.getVirtualItems() : [];
  const first = items[0];
  const last = items.at(-1);
  return {
    scroll,
    virtual,
    indexes: virtual
      ? items.map((item) => item.index)
      : Array.from({ length: count }, (_, at) => at),
    before: first?.start ?? 0,
    after: virtual && last ? virtualizer.getTotalSize() - last.end : 0,
  };
};

/**
 * The table itself: horizontal hairlines, frozen number column, sortable heads, totals under a
 * double rule, virtual from 200 rows on.
 */
export function Ledger<T extends { id: string }>(props: LedgerProps<T>) {
  const { caption, columns, rows, density, sort, onSort, selection, totals, hasCards } = props;
  const { scroll, virtual, indexes, before, after } = useRows(rows.length, density, props.active);
  useFitting(scroll, rows);
  const ids = rows.map((row) => row.id);
  const span = columns.length + (selection ? 1 : 0);
  return (
    <div
      className={`table-scroll ${virtual ? "is-virtual" : ""} ${hasCards ? "has-cards" : ""}`}
      ref={scroll}
      tabIndex={0}
      role="region"
      aria-label={caption}
    >
      <table className="ledger" data-density={density} aria-rowcount={rows.length + 1}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="col-select">
                <label className="table-checkbox">
                  <span className="visually-hidden">Select all on this page</span>
                  <input
                    type="checkbox"
                    checked={ids.length > 0 && ids.every(selection.has)}
                    onChange={() => selection.togglePage(ids)}
                  />
                </label>
              </th>
            )}
            {columns.map((column, at) => (
              <HeadCell
                key={column.id}
                column={column}
                sort={sort}
                onSort={onSort}
                first={at === 0}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && (
            <tr className="spacer" aria-hidden="true">
              <td colSpan={span} style={{ height: before }} />
            </tr>
          )}
          {indexes.map((index) => {
            const row = rows[index];
            return (
              row && (
                <LedgerRow
                  key={row.id}
                  columns={columns}
                  row={row}
                  index={index}
                  timeZone={props.timeZone}
                  href={props.rowHref?.(row)}
                  selected={selection?.has(row.id) ?? false}
                  toggle={selection?.toggle}
                  active={props.active === index}
                  peeked={props.peeked === row.id}
                />
              )
            );
          })}
          {after > 0 && (
            <tr className="spacer" aria-hidden="true">
              <td colSpan={span} style={{ height: after }} />
            </tr>
          )}
        </tbody>
        {totals && (
          <Totals
            columns={columns}
            totals={totals}
            label={props.totalsLabel}
            selectable={Boolean(selection)}
          />
        )}
      </table>
    </div>
  );
}
