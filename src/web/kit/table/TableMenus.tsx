import { ArrowDown, ArrowUp, Columns3, Download, Rows3 } from "lucide-react";
import { api, download } from "../api.ts";
import { Menu, Popover } from "../overlays.tsx";
import { notify } from "../Toasts.tsx";
import type { Column } from "./columns.tsx";
import type { Density, TableSettings } from "./settings.ts";

type SettingsProps<T> = {
  columns: readonly Column<T>[];
  settings: TableSettings;
  onChange: (change: Partial<TableSettings>) => void;
};

/** Which columns, in which order. The first column (the record's number) always stays. */
export function ColumnChooser<T>({ columns, settings, onChange }: SettingsProps<T>) {
  const ordered = settings.order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  const move = (id: string, by: number) => {
    const order = [...settings.order];
    const from = order.indexOf(id);
    order.splice(from, 1);
    order.splice(Math.max(1, from + by), 0, id);
    onChange({ order });
  };
  return (
    <Popover
      label="Columns"
      align="end"
      trigger={
        <button type="button" className="btn btn-quiet btn-icon" aria-label="Choose columns">
          <Columns3 aria-hidden="true" />
        </button>
      }
    >
      <p className="mb-2 font-semibold">Columns</p>
      <ul>
        {ordered.map((column, at) => (
          <li key={column.id} className="flex items-center">
            <label className="check flex-1">
              <input
                type="checkbox"
                disabled={at === 0}
                checked={settings.visibility[column.id] ?? true}
                onChange={(event) =>
                  onChange({
                    visibility: { ...settings.visibility, [column.id]: event.target.checked },
                  })
                }
              />
              {column.label}
            </label>
            <button
              type="button"
              className="btn btn-quiet btn-icon btn-small"
              aria-label={`Move ${column.label} up`}
              disabled={at < 2}
              onClick={() => move(column.id, -1)}
            >
              <ArrowUp aria-hidden="true" />
            </button>
            <button
              type="button"
              className="btn btn-quiet btn-icon btn-small"
              aria-label={`Move ${column.label} down`}
              disabled={at === 0 || at === ordered.length - 1}
              onClick={() => move(column.id, 1)}
            >
              <ArrowDown aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="btn btn-quiet btn-small mt-2"
        onClick={() => onChange({ order: columns.map((column) => column.id), visibility: {} })}
      >
        Reset
      </button>
    </Popover>
  );
}

const densities: readonly { value: Density; label: string }[] = [
  { value: 28, label: "Compact" },
  { value: 36, label: "Standard" },
  { value: 44, label: "Roomy" },
];

export function DensityMenu({
  density,
  onChange,
}: {
  density: Density;
  onChange: (density: Density) => void;
}) {
  return (
    <Menu
      label="Row height"
      trigger={
        <button type="button" className="btn btn-quiet btn-icon" aria-label="Row height">
          <Rows3 aria-hidden="true" />
        </button>
      }
      entries={densities.map(({ value, label }) => ({
        label,
        hint: value === density ? "in use" : `${value} px`,
        onSelect: () => onChange(value),
      }))}
    />
  );
}

/**
 * The whole filtered list as a file, made by the server. `many`: more rows than are counted, so
 * that the server is asked first whether one file holds them.
 */
export function ExportMenu({
  path,
  search,
  many,
}: {
  path: string;
  search: string;
  many: boolean;
}) {
  const save = async (address: string) => {
    if (many) await api(`${address}&check=true`);
    await download(address);
  };
  const run = (format: "csv" | "xlsx") => {
    const query = new URLSearchParams(search);
    query.delete("page");
    query.delete("limit");
    query.set("format", format);
    save(`${path}/export?${query.toString()}`).catch((error: unknown) =>
      notify.failed("The export failed", error),
    );
  };
  return (
    <Menu
      label="Export"
      trigger={
        <button type="button" className="btn list-export">
          <Download aria-hidden="true" />
          <span className="max-md:sr-only">Export</span>
        </button>
      }
      entries={[
        { label: "CSV", hint: "all rows of this filter", onSelect: () => run("csv") },
        { label: "Excel", hint: ".xlsx", onSelect: () => run("xlsx") },
      ]}
    />
  );
}
