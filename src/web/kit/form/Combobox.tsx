import { Command } from "cmdk";
import { ChevronsUpDown, X } from "lucide-react";
import { Popover } from "radix-ui";
import { useEffect, useState } from "react";
import { useController } from "react-hook-form";
import { useList } from "../queries.ts";
import { Field, requiredRule, type FieldProps } from "./Field.tsx";

type ComboboxProps<T extends { id: string }> = FieldProps & {
  /** A list of our API; it is asked with `q`. */
  path: string;
  /** Query text that always goes with it: `status=active`. */
  query?: string;
  itemLabel: (item: T) => string;
  itemHint?: (item: T) => string;
  /** What to show for the value that the record has already. */
  currentLabel?: string | null;
  /** The whole record chosen (the form's value is its id). */
  onPick?: (item: T) => void;
};

const useDelayed = (text: string): string => {
  const [delayed, setDelayed] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return delayed;
};

function Choices<T extends { id: string }>({ label, path, query, itemLabel, itemHint, onChoose }: Pick<ComboboxProps<T>, "label" | "path" | "query" | "itemLabel" | "itemHint"> & { onChoose: (item: T) => void }) {
  const [text, setText] = useState("");
  const search = new URLSearchParams(query);
  const q = useDelayed(text);
  if (q) search.set("q", q);
  search.set("limit", "25");
  const list = useList<T>(path, search.toString());
  const stale = q !== text || list.isPlaceholderData;
  const [wanted, setWanted] = useState(false);
  // A quick Enter means the first result of what was typed, not of what stood there before; a click means what it hits.
  useEffect(() => {
    if (!wanted || stale || !list.data) return;
    setWanted(false);
    const first = list.data.items[0];
    if (first) onChoose(first);
  }, [wanted, stale, list.data, onChoose]);
  return (
    <Command shouldFilter={false} label={label} loop>
      <Command.Input className="field-control !border-0 !border-b !border-hair !rounded-b-none" placeholder="Type to search" value={text} onValueChange={(typed) => { setText(typed); setWanted(false); }}
        onKeyDown={(event) => { if (event.key === "Enter" && stale && !event.nativeEvent.isComposing) { event.preventDefault(); setWanted(true); } }} />
      <Command.List className={`combo-list ${stale ? "opacity-60" : ""}`}>
        <Command.Empty className="p-3 text-t3">{list.isFetching ? "Searching…" : list.isError ? "The list could not be loaded." : "No results found."}</Command.Empty>
        {list.data?.items.map((item) => <Command.Item key={item.id} className="menu-item" value={item.id} onSelect={() => onChoose(item)}><span className="truncate">{itemLabel(item)}</span>{itemHint && <span className="hint">{itemHint(item)}</span>}</Command.Item>)}
      </Command.List>
    </Command>
  );
}

/** Chooses one record of a list by searching it; the value is its id. */
export function Combobox<T extends { id: string }>({ path, query, itemLabel, itemHint, currentLabel, onPick, ...props }: ComboboxProps<T>) {
  const { validate } = requiredRule(props.label, props.required);
  const { field } = useController({ name: props.name, rules: validate ? { validate } : {} });
  const [open, setOpen] = useState(false);
  const [picked, setPicked] = useState<{ id: string; label: string } | null>(null);
  const value = (field.value as string | null) ?? "";
  const shown = picked?.id === value ? picked.label : value ? currentLabel ?? value : "";
  const choose = (item: T) => {
    field.onChange(item.id);
    setPicked({ id: item.id, label: itemLabel(item) });
    onPick?.(item);
    setOpen(false);
  };
  return (
    <Field {...props}>
      {({ "aria-required": _required, ...control }) => (
        <div className="relative">
        <Popover.Root open={open} onOpenChange={setOpen}>
          <Popover.Trigger asChild>
            <button {...control} type="button" ref={field.ref} disabled={props.disabled} className="field-control flex items-center gap-2 text-left" aria-haspopup="listbox" onBlur={field.onBlur}>
              <span className={`min-w-0 flex-1 truncate ${value && !props.required ? "pr-7" : ""} ${shown ? "" : "text-t3"}`}>{shown || "Search and choose"}</span><ChevronsUpDown className="text-t3" aria-hidden="true" />
            </button>
          </Popover.Trigger>
          <Popover.Portal><Popover.Content className="floating w-(--radix-popover-trigger-width) min-w-64" align="start" sideOffset={4} aria-label={props.label}><Choices label={props.label} path={path} {...(query ? { query } : {})} itemLabel={itemLabel} {...(itemHint ? { itemHint } : {})} onChoose={choose} /></Popover.Content></Popover.Portal>
        </Popover.Root>
        {value && !props.required && !props.disabled && <button type="button" className="combo-clear" aria-label={`Clear ${props.label}`} onClick={() => { field.onChange(null); setPicked(null); }}><X aria-hidden="true" /></button>}
        </div>
      )}
    </Field>
  );
}
