import { ListFilter, X } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { parseMoney } from "#kernel/money.ts";
import { Menu, Popover } from "../overlays.tsx";
import { useGet } from "../queries.ts";
import { describe, isActive, keysOf, type Filter } from "./filters.ts";

export type ChangeSearch = (change: (next: URLSearchParams) => void) => void;
type ChipProps = { filter: Filter; search: URLSearchParams; change: ChangeSearch };

type SetFilter = Extract<Filter, { kind: "set" }>;
const most = 50;

/** The options that fit what was typed; of those that are sought, the chosen ones first. */
const useOptions = ({ options, seek }: SetFilter, chosen: readonly string[], find: string) => {
  const path = seek?.path ?? "";
  const how = { keep: true, enabled: seek !== undefined };
  const found = useGet<{ items: never[] }>(
    "filter-options",
    `${path}?limit=${most}&q=${encodeURIComponent(find.trim())}`,
    how,
  );
  const named = useGet<{ items: never[] }>(
    "filter-options",
    `${path}?limit=200&${seek?.values ?? ""}=${chosen.map(encodeURIComponent).join(",")}`,
    { ...how, enabled: how.enabled && chosen.length > 0 },
  );
  if (!seek)
    return {
      shown: options.filter((option) => option.label.toLowerCase().includes(find.toLowerCase())),
      more: false,
    };
  const first = chosen.length > 0 && find === "" ? (named.data?.items ?? []).map(seek.option) : [];
  const rest = (found.data?.items ?? []).map(seek.option);
  return {
    shown: [
      ...first,
      ...rest.filter((option) => !first.some((each) => each.value === option.value)),
    ],
    more: rest.length === most,
  };
};

/** What a chip says; of a single record that is sought, its name. */
function ChipWords({ filter, search }: Pick<ChipProps, "filter" | "search">) {
  const seek = filter.kind === "set" ? filter.seek : undefined;
  const [only, ...more] = seek ? (search.get(filter.id) ?? "").split(",").filter(Boolean) : [];
  const sought = seek !== undefined && only !== undefined && more.length === 0;
  const named = useGet<{ items: never[] }>(
    "filter-options",
    `${seek?.path ?? ""}?limit=200&${seek?.values ?? ""}=${encodeURIComponent(only ?? "")}`,
    { keep: true, enabled: sought },
  );
  if (!sought) return <span>{describe(filter, search)}</span>;
  const label = (named.data?.items ?? []).map(seek.option).find((each) => each.value === only);
  return <span>{label ? `${filter.label}: ${label.label}` : filter.label}</span>;
}

function SetChoices({ filter, search, change }: ChipProps & { filter: SetFilter }) {
  const inAddress = search.get(filter.id) ?? "";
  // The address follows a moment later; the box must not wait for it.
  const [chosen, setChosen] = useState(() => inAddress.split(",").filter(Boolean));
  const [find, setFind] = useState("");
  useEffect(() => setChosen(inAddress.split(",").filter(Boolean)), [inAddress]);
  const { shown, more } = useOptions(filter, chosen, find);
  const toggle = (value: string) => {
    const values = filter.one
      ? [value]
      : chosen.includes(value)
        ? chosen.filter((each) => each !== value)
        : [...chosen, value];
    setChosen(values);
    change((next) => {
      if (values.length > 0) next.set(filter.id, values.join(","));
      else next.delete(filter.id);
    });
  };
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{filter.label}</legend>
      {(filter.seek || filter.options.length > 10) && (
        <input
          className="field-control mb-2"
          placeholder="Find"
          aria-label={`Find in ${filter.label}`}
          value={find}
          onChange={(event) => setFind(event.target.value)}
        />
      )}
      <div className="max-h-72 overflow-y-auto">
        {shown.map((option) => (
          <label key={option.value} className="check">
            <input
              type={filter.one ? "radio" : "checkbox"}
              checked={chosen.includes(option.value)}
              onChange={() => toggle(option.value)}
            />
            {option.label}
          </label>
        ))}
        {more && <p className="hint">The first {most}. Type to find others.</p>}
      </div>
    </fieldset>
  );
}

const toText = (filter: Filter, value: string | null): string =>
  value && filter.kind === "money" ? (Number(value) / 100).toFixed(2) : (value ?? "");
const fromText = (filter: Filter, text: string): string | null => {
  if (filter.kind !== "money") return text;
  const cents = parseMoney(text);
  return cents === null ? null : String(cents);
};

function RangeField({ filter, end, search, change }: ChipProps & { end: "min" | "max" }) {
  const key = `${filter.id}.${end}`;
  const [text, setText] = useState(() => toText(filter, search.get(key)));
  const [wrong, setWrong] = useState(false);
  const apply = () => {
    const value = text === "" ? "" : fromText(filter, text);
    setWrong(value === null);
    if (value === null || value === (search.get(key) ?? "")) return;
    change((next) => {
      if (value) next.set(key, value);
      else next.delete(key);
    });
  };
  return (
    <label className="field">
      <span className="label">{end === "min" ? "From" : "To"}</span>
      <input
        className="field-control"
        type={filter.kind === "day" ? "date" : "text"}
        inputMode={filter.kind === "day" ? undefined : "decimal"}
        value={text}
        aria-invalid={wrong}
        onChange={(event) => setText(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === "Enter") apply();
        }}
      />
      {wrong && <span className="error">Enter an amount such as 5,000.00</span>}
    </label>
  );
}

function Chip({
  filter,
  search,
  change,
  open,
  onOpenChange,
}: ChipProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const on = isActive(filter, search);
  if (filter.kind === "flag")
    return (
      <button
        type="button"
        className="btn chip"
        data-on={on}
        aria-pressed={on}
        onClick={() =>
          change((next) => {
            if (on) next.delete(filter.id);
            else next.set(filter.id, "true");
          })
        }
      >
        <span>{filter.label}</span>
        {on && <X aria-hidden="true" />}
      </button>
    );
  const clear = () => change((next) => keysOf(filter).forEach((key) => next.delete(key)));
  const body: ReactNode =
    filter.kind === "set" ? (
      <SetChoices filter={filter} search={search} change={change} />
    ) : (
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">{filter.label}</legend>
        <RangeField filter={filter} end="min" search={search} change={change} />
        <RangeField filter={filter} end="max" search={search} change={change} />
      </fieldset>
    );
  return (
    <Popover
      label={`Filter by ${filter.label}`}
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <button type="button" className="btn chip" data-on={on}>
          <ChipWords filter={filter} search={search} />
        </button>
      }
    >
      {body}
      {on && (
        <button type="button" className="btn btn-quiet btn-small mt-2" onClick={clear}>
          <X aria-hidden="true" />
          Clear
        </button>
      )}
    </Popover>
  );
}

/** The filters in use as chips, a menu for the others, and a way back to none. */
export function FilterChips({
  filters,
  search,
  change,
}: {
  filters: readonly Filter[];
  search: URLSearchParams;
  change: ChangeSearch;
}) {
  const [open, setOpen] = useState<string | null>(null);
  const shown = filters.filter(
    (filter) => filter.pinned || filter.id === open || isActive(filter, search),
  );
  const others = filters.filter((filter) => !shown.includes(filter));
  const clearAll = () =>
    change((next) => ["q", ...filters.flatMap(keysOf)].forEach((key) => next.delete(key)));
  return (
    <>
      {shown.map((filter) => (
        <Chip
          key={filter.id}
          filter={filter}
          search={search}
          change={change}
          open={open === filter.id}
          onOpenChange={(is) => setOpen(is ? filter.id : null)}
        />
      ))}
      {others.length > 0 && (
        <Menu
          align="start"
          label="Add a filter"
          trigger={
            <button type="button" className="btn">
              <ListFilter aria-hidden="true" />
              Filter
            </button>
          }
          entries={others.map((filter) => ({
            label: filter.label,
            onSelect: () =>
              filter.kind === "flag"
                ? change((next) => next.set(filter.id, "true"))
                : void setTimeout(() => setOpen(filter.id)),
          }))}
        />
      )}
      {(search.get("q") || filters.some((filter) => isActive(filter, search))) && (
        <button type="button" className="btn btn-quiet" onClick={clearAll}>
          Clear
        </button>
      )}
    </>
  );
}
