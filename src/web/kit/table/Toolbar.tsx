import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useKeyHint } from "../keys/useKeys.ts";
import type { Column } from "./columns.tsx";
import { FilterChips, type ChangeSearch } from "./FilterChips.tsx";
import type { Filter } from "./filters.ts";
import { pressOf, type BatchAction, type RowSelection } from "./selection.ts";
import type { TableSettings } from "./settings.ts";
import { ColumnChooser, DensityMenu, ExportMenu } from "./TableMenus.tsx";

/** Searches 300 ms after the last letter. */
function SearchBox({
  name,
  hint,
  value,
  onChange,
}: {
  name: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const key = useKeyHint("list.search");
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      onChange(text);
    }, 300);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  return (
    <div className="toolbar-search">
      <Search aria-hidden="true" />
      <input
        id={`${name}-search`}
        className="field-control"
        type="text"
        role="searchbox"
        aria-label="Search this list"
        placeholder={hint}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            setText("");
            event.currentTarget.blur();
          }
        }}
      />
      {!text && key && (
        <kbd className="kbd only-desktop" aria-hidden="true">
          {key}
        </kbd>
      )}
    </div>
  );
}

type ToolbarProps<T> = {
  name: string;
  search: URLSearchParams;
  change: ChangeSearch;
  filters: readonly Filter[];
  searchable: boolean;
  searchHint: string;
  columns: readonly Column<T>[];
  settings: TableSettings;
  onSettings: (change: Partial<TableSettings>) => void;
  /** Where a list that is a whole tab is exported. */
  exportOf: { path: string; search: string } | undefined;
  many: boolean;
};

/** Search, filters, row height, columns. */
export function Toolbar<T>({
  name,
  search,
  change,
  filters,
  searchable,
  searchHint,
  columns,
  settings,
  onSettings,
  exportOf,
  many,
}: ToolbarProps<T>) {
  const onSearch = useRef((text: string) =>
    change((next) => {
      if (text) next.set("q", text);
      else next.delete("q");
    }),
  );
  return (
    <div className="toolbar">
      {searchable && (
        <SearchBox
          name={name}
          hint={searchHint}
          value={search.get("q") ?? ""}
          onChange={onSearch.current}
        />
      )}
      <FilterChips filters={filters} search={search} change={change} />
      <div className="only-desktop ml-auto flex gap-1">
        <DensityMenu density={settings.density} onChange={(density) => onSettings({ density })} />
        <ColumnChooser columns={columns} settings={settings} onChange={onSettings} />
      </div>
      {exportOf && <ExportMenu {...exportOf} many={many} />}
    </div>
  );
}

/** Stands in the toolbar's place while rows are selected. */
export function BatchBar({
  selection,
  total,
  actions,
}: {
  selection: RowSelection;
  total: number;
  actions: readonly BatchAction[];
}) {
  const possible = actions.flatMap((action) => {
    const press = pressOf(action, selection.value, selection.clear);
    return press ? [{ ...action, press }] : [];
  });
  const forAll = actions.some((action) => !action.idsOnly);
  return (
    <div className="batch" role="region" aria-label="Selected rows">
      <b aria-live="polite">{selection.count.toLocaleString("en-US")} selected</b>
      {forAll && !selection.all && total > selection.count && (
        <button type="button" className="btn btn-quiet btn-small" onClick={selection.selectAll}>
          Select all {total.toLocaleString("en-US")}
        </button>
      )}
      <button type="button" className="btn btn-quiet btn-small" onClick={selection.clear}>
        <X aria-hidden="true" />
        Clear
      </button>
      <div className="ml-auto flex flex-wrap gap-2">
        {possible.map((action) => (
          <button
            key={action.label}
            type="button"
            className={`btn btn-small ${action.tone ? `btn-${action.tone}` : ""}`}
            onClick={action.press}
          >
            {action.label}
          </button>
        ))}
      </div>
    </div>
  );
}
