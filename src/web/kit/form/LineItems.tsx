import { Plus, Trash2 } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useController, useFieldArray, useWatch } from "react-hook-form";
import { formatCents } from "#kernel/money.ts";
import { Combobox } from "./Combobox.tsx";
import type { Choice } from "./fields.tsx";
import { fieldId, useFieldError } from "./FormContext.ts";
import { DecimalInput, isDecimal, MoneyInput } from "./inputs.tsx";

type Found = { id: string };
/** A record that is searched for. `current` names what a line has already. */
type Lookup = {
  kind: "lookup";
  path: string;
  query?: string;
  itemLabel: (item: never) => string;
  itemHint?: (item: never) => string;
  current: (id: string) => string | null;
};

/**
 * A column of the grid. `kind`: money is integer cents, decimal a string with up to 4 places, of
 * which `least` are shown (a unit price has 2).
 */
export type LineColumn = {
  name: string;
  label: string;
  required?: boolean;
  width?: string;
  /** What the cell says of a line where it cannot be changed (beside what was typed, in place of a choice); null where it can. */ fixed?: (
    line: Record<string, unknown>,
  ) => string | null;
  /** What the cell says of a line in place of a control; null where it has one. */ instead?: (
    line: Record<string, unknown>,
  ) => string | null;
} & (
  | { kind: "text" | "money" | "date" }
  | { kind: "decimal"; least?: number }
  | { kind: "select"; options: readonly Choice[] }
  | Lookup
);

type LineItemsProps = {
  name: string;
  label: string;
  /** The heading above says it already: the label is for tables read aloud. */
  headed?: boolean;
  columns: readonly LineColumn[];
  /** A new, empty line. */
  blank: () => Record<string, unknown>;
  /**
   * The line's total in integer cents, or null while it cannot be told; shown at the end and summed
   * up.
   */
  lineTotal?: (line: Record<string, unknown>) => number | null;
  min?: number;
  /** No line is added or taken away. */
  closed?: boolean;
  /** Another kind of line that can be added: what its button says, and how it begins. */
  other?: { label: string; blank: () => Record<string, unknown> };
};

const ruleOf =
  (column: LineColumn, row: number) =>
  (value: unknown): string | true => {
    const where = `in line ${row + 1}`;
    if (column.required && (value === null || value === undefined || value === ""))
      return `Enter ${column.label.toLowerCase()} ${where}`;
    if (column.kind === "money" && typeof value === "number" && Number.isNaN(value))
      return `Enter an amount for ${column.label.toLowerCase()} ${where}`;
    return column.kind === "decimal" && value && !isDecimal(String(value), 4)
      ? `Enter a number for ${column.label.toLowerCase()} ${where}`
      : true;
  };

// A choice is as wide as its longest word, up to a bound, and its arrow: a cut one is guessed.
const roomOf = (column: LineColumn) =>
  column.kind === "select" && !column.width
    ? {
        minWidth: `${Math.min(18, Math.max(...column.options.map(({ label }) => label.length), 0)) + 6}ch`,
      }
    : undefined;

const headOf = (column: LineColumn): string =>
  `${column.label}${column.kind === "money" ? ", $" : ""}`;

function LookupCell({
  list,
  row,
  column,
}: {
  list: string;
  row: number;
  column: LineColumn & Lookup;
}) {
  const line = useWatch({ name: `${list}.${row}` }) as Record<string, unknown> | undefined;
  const fixed = line ? (column.fixed?.(line) ?? null) : null;
  if (fixed !== null) return <span className="block px-3 text-t3">{fixed}</span>;
  const choices = column as unknown as {
    itemLabel: (item: Found) => string;
    itemHint?: (item: Found) => string;
  };
  const { path, query, required = false } = column;
  return (
    <div className="w-0 min-w-full">
      <Combobox<Found>
        bare
        name={`${list}.${row}.${column.name}`}
        label={`${column.label}, line ${row + 1}`}
        required={required}
        path={path}
        {...(query ? { query } : {})}
        itemLabel={choices.itemLabel}
        {...(choices.itemHint ? { itemHint: choices.itemHint } : {})}
        currentLabel={column.current(String(line?.[column.name] ?? ""))}
      />
    </div>
  );
}

const changeable = () => null;

function Cell({ list, row, column }: { list: string; row: number; column: LineColumn }) {
  const line = useWatch({ name: `${list}.${row}`, disabled: !column.fixed && !column.instead }) as
    | Record<string, unknown>
    | undefined;
  const fixed = line ? (column.fixed ?? changeable)(line) : null;
  const name = `${list}.${row}.${column.name}`;
  const { field } = useController({ name, rules: { validate: ruleOf(column, row) } });
  const error = useFieldError(name);
  const instead = line ? (column.instead ?? changeable)(line) : null;
  if (instead !== null) return <span className="block px-3 text-t3">{instead}</span>;
  const control = {
    id: fieldId(name),
    "aria-label": `${column.label}, line ${row + 1}`,
    "aria-invalid": Boolean(error),
    title: error,
    "data-cell": `${row}:${column.name}`,
    ref: field.ref,
    onBlur: field.onBlur,
  };
  if (column.kind === "money")
    return (
      <MoneyInput
        {...control}
        value={(field.value as number | null) ?? null}
        onChange={field.onChange}
      />
    );
  if (column.kind === "decimal")
    return (
      <DecimalInput
        {...control}
        {...(fixed === null ? {} : { readOnly: true, title: error ?? fixed })}
        least={column.least ?? 0}
        value={(field.value as string | null) ?? ""}
        onChange={field.onChange}
      />
    );
  if (column.kind === "select" && fixed !== null)
    return <span className="block px-3 text-t3">{fixed}</span>;
  if (column.kind === "select")
    return (
      <select
        {...control}
        className="field-control"
        value={(field.value as string | null) ?? ""}
        onChange={field.onChange}
      >
        <option value="">Choose</option>
        {column.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  return (
    <input
      {...control}
      className="field-control"
      autoComplete="off"
      {...(column.kind === "date" ? { type: "date" } : {})}
      {...(fixed === null ? {} : { readOnly: true, title: error ?? fixed })}
      value={(field.value as string | null) ?? ""}
      onChange={field.onChange}
    />
  );
}

/**
 * Arrow keys move up and down, Enter moves down and adds a line at the end, Ctrl+Delete takes the
 * line away.
 */
const onGridKey = (
  event: KeyboardEvent<HTMLElement>,
  count: number,
  add: () => void,
  remove: (row: number) => void,
): void => {
  const [row, column] = (event.target as HTMLElement).dataset.cell?.split(":") ?? [];
  if (
    row === undefined ||
    (event.target instanceof HTMLSelectElement && event.key.startsWith("Arrow"))
  )
    return;
  const grid = event.currentTarget;
  const go = (to: number) =>
    setTimeout(() => grid.querySelector<HTMLElement>(`[data-cell="${to}:${column}"]`)?.focus());
  const at = Number(row);
  if (event.key === "ArrowDown" && at + 1 < count) go(at + 1);
  else if (event.key === "ArrowUp" && at > 0) go(at - 1);
  else if (event.key === "Enter") {
    if (at + 1 === count) add();
    go(at + 1);
  } else if (event.key === "Delete" && (event.ctrlKey || event.metaKey)) {
    remove(at);
    go(Math.max(0, at - 1));
  } else return;
  event.preventDefault();
};

function LineTotal({
  list,
  row,
  total,
}: {
  list: string;
  row: number;
  total: NonNullable<LineItemsProps["lineTotal"]>;
}) {
  const line = useWatch({ name: `${list}.${row}` }) as Record<string, unknown> | undefined;
  const cents = line ? total(line) : null;
  return (
    <td className="read num" data-label="Total, $">
      {cents === null ? "—" : formatCents(cents, { symbol: false })}
    </td>
  );
}

function GrandTotal({
  list,
  total,
  span,
  closed,
}: {
  list: string;
  total: NonNullable<LineItemsProps["lineTotal"]>;
  span: number;
  closed: boolean;
}) {
  const lines = (useWatch({ name: list }) as Record<string, unknown>[] | undefined) ?? [];
  const cents = lines.reduce((sum, line) => sum + (total(line) ?? 0), 0);
  return (
    <tfoot>
      <tr>
        <td colSpan={span}>Total</td>
        <td className="num">{formatCents(cents)}</td>
        {!closed && <td />}
      </tr>
    </tfoot>
  );
}

/**
 * A grid of lines for people who type: one tab stop after the other, totals kept up to date. The
 * server's totals win.
 */
export function LineItems({
  name,
  label,
  headed = false,
  columns,
  blank,
  lineTotal,
  min = 1,
  closed = false,
  other,
}: LineItemsProps) {
  const { fields, append, remove } = useFieldArray({ name });
  const error = useFieldError(name);
  const add = () => {
    if (!closed) append(blank(), { shouldFocus: false });
  };
  const take = (row: number) => {
    if (!closed && fields.length > min) remove(row);
  };
  return (
    <div className="field" id={fieldId(name)} tabIndex={-1}>
      {!headed && <span className="label">{label}</span>}
      {error && <p className="error">{error}</p>}
      <div
        role="presentation"
        className="lines-scroll"
        onKeyDown={(event) => onGridKey(event, fields.length, add, take)}
      >
        <table className="ledger lines" aria-label={label}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.name}
                  scope="col"
                  style={roomOf(column)}
                  className={`${column.kind === "money" || column.kind === "decimal" ? "num" : ""} ${column.width ?? ""}`}
                >
                  {headOf(column)}
                </th>
              ))}
              {lineTotal && (
                <th scope="col" className="num">
                  Total, $
                </th>
              )}
              {!closed && (
                <th scope="col">
                  <span className="visually-hidden">Remove</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {fields.map((line, row) => (
              <tr key={line.id}>
                {columns.map((column) => (
                  <td
                    key={column.name}
                    data-label={headOf(column)}
                    className={
                      column.kind === "select" || column.kind === "lookup" ? "wide" : undefined
                    }
                  >
                    {column.kind === "lookup" ? (
                      <LookupCell list={name} row={row} column={column} />
                    ) : (
                      <Cell list={name} row={row} column={column} />
                    )}
                  </td>
                ))}
                {lineTotal && <LineTotal list={name} row={row} total={lineTotal} />}
                {!closed && (
                  <td className="remove w-10">
                    <button
                      type="button"
                      className="btn btn-quiet btn-icon btn-small"
                      aria-label={`Remove line ${row + 1}`}
                      disabled={fields.length <= min}
                      onClick={() => take(row)}
                    >
                      <Trash2 aria-hidden="true" />
                    </button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
          {lineTotal && (
            <GrandTotal list={name} total={lineTotal} span={columns.length} closed={closed} />
          )}
        </table>
      </div>
      {!closed && (
        <div>
          <button type="button" className="btn btn-small" onClick={add}>
            <Plus aria-hidden="true" />
            Add a line
          </button>
          {other && (
            <button
              type="button"
              className="btn btn-small ml-2"
              onClick={() => append(other.blank(), { shouldFocus: false })}
            >
              <Plus aria-hidden="true" />
              {other.label}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
