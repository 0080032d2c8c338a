import { Command } from "cmdk";
import { Popover } from "radix-ui";
import { useEffect, useRef, useState, type RefObject } from "react";
import { codeOf, isLabel } from "#kernel/label-tag.ts";
import { useList } from "../queries.ts";
import type { Labels } from "../scan/labels.ts";

export type ChoicesOf<T extends { id: string }> = {
  label: string;
  /** A list of our API; it is asked with `q`. */
  path: string;
  /** Query text that always goes with it: `status=active`. */
  query?: string;
  itemLabel: (item: T) => string;
  itemHint?: (item: T) => string;
  /** Where its records bear labels: what is scanned, by hand or by camera, chooses one. */
  labels?: Labels;
};

const useDelayed = (text: string): string => {
  const [delayed, setDelayed] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return delayed;
};

function Choices<T extends { id: string }>({
  label,
  path,
  query,
  itemLabel,
  itemHint,
  labels,
  typed,
  onChoose,
}: ChoicesOf<T> & { typed: string; onChoose: (item: T) => void }) {
  const [text, setText] = useState(typed);
  const search = new URLSearchParams(query);
  const words = labels ? codeOf(text) : text;
  const q = useDelayed(words);
  if (q) search.set("q", q);
  search.set("limit", "25");
  const list = useList<T>(path, search.toString());
  const stale = q !== words || list.isPlaceholderData;
  const [wanted, setWanted] = useState(false);
  const [refused, setRefused] = useState("");
  // The first result is the one that Enter takes. cmdk marks the first of what stood there when
  // something is typed, and none once that is gone.
  const first = list.data?.items[0]?.id ?? "";
  const [at, setAt] = useState(first);
  useEffect(() => setAt(first), [first, text]);
  // A quick Enter means the first result of what was typed, not of what stood there before; a click
  // means what it hits.
  useEffect(() => {
    if (!wanted || stale || !list.data) return;
    setWanted(false);
    const [found] = list.data.items;
    if (found) onChoose(found);
  }, [wanted, stale, list.data, onChoose]);
  const scanned = async (by: Labels) => {
    const found = await by.find<T>({ path, query }, text);
    if (typeof found === "string") setRefused(found);
    else onChoose(found);
  };
  return (
    <Command shouldFilter={false} label={label} loop value={at} onValueChange={setAt}>
      <Command.Input
        className="field-control !border-0 !border-b !border-hair !rounded-b-none"
        placeholder="Type to search"
        value={text}
        onValueChange={(now) => {
          setText(now);
          setWanted(false);
          setRefused("");
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          const label = labels && isLabel(text) ? labels : null;
          if (label || stale) event.preventDefault();
          if (label) void scanned(label);
          else if (stale) setWanted(true);
        }}
      />
      {refused && (
        <p role="alert" className="p-3 text-danger">
          {refused}
        </p>
      )}
      <Command.List className={`combo-list ${stale ? "opacity-60" : ""}`}>
        <Command.Empty className="p-3 text-t3">
          {list.isFetching
            ? "Searching…"
            : list.isError
              ? "The list could not be loaded."
              : "No results found."}
        </Command.Empty>
        {list.data?.items.map((item) => (
          <Command.Item
            key={item.id}
            className="menu-item"
            value={item.id}
            onSelect={() => onChoose(item)}
          >
            <span className="truncate">{itemLabel(item)}</span>
            {itemHint && <span className="hint">{itemHint(item)}</span>}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}

/**
 * What opens under a Combobox's `button`: a field to search in and what it finds. `typed` is what
 * was typed before this code was here. The button is no trigger of
 * Radix, which would draw it anew; so it must not count as outside, and gets the focus back unless
 * another place was chosen.
 */
export function ComboboxChoices<T extends { id: string }>({
  button,
  id,
  open,
  onOpenChange,
  ...choices
}: ChoicesOf<T> & {
  button: RefObject<HTMLButtonElement | null>;
  id: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  typed: string;
  onChoose: (item: T) => void;
}) {
  const elsewhere = useRef(false);
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          id={id}
          className="floating w-(--radix-popover-trigger-width) min-w-64"
          align="start"
          sideOffset={4}
          aria-label={choices.label}
          onInteractOutside={(event) => {
            if (button.current?.contains(event.target as Node)) event.preventDefault();
            else elsewhere.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!elsewhere.current) button.current?.focus();
            elsewhere.current = false;
          }}
        >
          <Choices {...choices} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
