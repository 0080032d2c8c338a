import { ChevronsUpDown, X } from "lucide-react";
import { useCallback, useId, useRef, useState, type KeyboardEvent } from "react";
import { useController } from "react-hook-form";
import { onDemand } from "../onDemand.ts";
import type { ChoicesOf } from "./ComboboxChoices.tsx";
import { Field, requiredRule, type FieldProps } from "./Field.tsx";

type ComboboxProps<T extends { id: string }> = FieldProps &
  ChoicesOf<T> & {
    /** What to show for the value that the record has already. */
    currentLabel?: string | null;
    /** The whole record chosen (the form's value is its id). */
    onPick?: (item: T) => void;
  };

const choices = onDemand(async () => (await import("./ComboboxChoices.tsx")).ComboboxChoices);

/** What is typed while the choices are still on their way belongs to their search. */
const typing = (event: KeyboardEvent, typed: string): string | null => {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return event.key === "Enter"
    ? typed
    : event.key === "Backspace"
      ? typed.slice(0, -1)
      : event.key.length === 1
        ? typed + event.key
        : null;
};

/** A key that a hand scanner, or a person who begins to search, would press. */
const begins = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;

const useChoices = () => {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const Choices = choices.usePart(open, () => setOpen(false));
  const change = (to: boolean) => {
    setOpen(to);
    if (to) setTyped("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open && begins(event)) {
      event.preventDefault();
      setTyped(event.key);
      setOpen(true);
    }
    if (!open || Choices) return;
    const next = typing(event, typed);
    if (next === null && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (next === null) setOpen(false);
    else setTyped(next);
  };
  return { open, typed, Choices, change, onKeyDown };
};

/** Chooses one record of a list by searching it, or by its label; the value is its id. */
export function Combobox<T extends { id: string }>({
  path,
  query,
  itemLabel,
  itemHint,
  currentLabel,
  onPick,
  labels,
  ...props
}: ComboboxProps<T>) {
  const { validate } = requiredRule(props.label, props.required);
  const { field } = useController({ name: props.name, rules: validate ? { validate } : {} });
  const { open, typed, Choices, change, onKeyDown } = useChoices();
  const [picked, setPicked] = useState<{ id: string; label: string } | null>(null);
  const button = useRef<HTMLButtonElement | null>(null);
  const { ref } = field;
  const take = useCallback(
    (element: HTMLButtonElement | null) => {
      ref(element);
      button.current = element;
    },
    [ref],
  );
  const id = useId();
  const value = (field.value as string | null) ?? "";
  const shown = picked?.id === value ? picked.label : value ? (currentLabel ?? value) : "";
  const choose = (item: T) => {
    field.onChange(item.id);
    setPicked({ id: item.id, label: itemLabel(item) });
    onPick?.(item);
    change(false);
  };
  const scanned = async (said: string) => {
    const found = await labels!.find<T>({ path, query }, said);
    if (typeof found === "string") return { said: `${found} Scan another one.`, wrong: true };
    choose(found);
  };
  return (
    <Field {...props}>
      {({ "aria-required": _required, ...control }) => (
        <div className="flex gap-2">
          <div className="relative min-w-0 grow">
            <button
              {...control}
              type="button"
              ref={take}
              disabled={props.disabled}
              className="field-control flex items-center gap-2 text-left"
              aria-haspopup="listbox"
              aria-expanded={open}
              aria-controls={open && Choices ? id : undefined}
              data-state={open ? "open" : "closed"}
              onClick={() => change(!open)}
              onKeyDown={onKeyDown}
              onBlur={field.onBlur}
              onPointerEnter={choices.preload}
              onFocus={choices.preload}
            >
              <span
                className={`min-w-0 flex-1 truncate ${value && !props.required ? "pr-7" : ""} ${shown ? "" : "text-t3"}`}
              >
                {shown || "Search and choose"}
              </span>
              <ChevronsUpDown className="text-t3" aria-hidden="true" />
            </button>
            {Choices && (
              <Choices<T>
                button={button}
                id={id}
                label={props.label}
                path={path}
                {...(query ? { query } : {})}
                itemLabel={itemLabel}
                {...(itemHint ? { itemHint } : {})}
                {...(labels ? { labels } : {})}
                open={open}
                typed={typed}
                onOpenChange={change}
                onChoose={choose}
              />
            )}
            {value && !props.required && !props.disabled && (
              <button
                type="button"
                className="combo-clear"
                aria-label={`Clear ${props.label}`}
                onClick={() => {
                  field.onChange(null);
                  setPicked(null);
                }}
              >
                <X aria-hidden="true" />
              </button>
            )}
          </div>
          {labels && !props.disabled && <labels.Button what={labels.what} onCode={scanned} />}
        </div>
      )}
    </Field>
  );
}
