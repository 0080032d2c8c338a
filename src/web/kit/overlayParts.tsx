import { X } from "lucide-react";
import { Dialog as RadixDialog, DropdownMenu, Popover as RadixPopover } from "radix-ui";
import { useEffect, useId, useRef, type ReactNode } from "react";

let locks = 0;
/**
 * Stops the page behind from scrolling. By a class: Radix's own overlay would write a <style>,
 * which our policy refuses.
 */
const useScrollLock = (on: boolean): void => {
  useEffect(() => {
    if (!on) return;
    locks += 1;
    const page = document.documentElement;
    if (locks === 1)
      page.classList.add(
        "scroll-locked",
        ...(window.innerWidth > page.clientWidth ? ["scroll-gutter"] : []),
      );
    return () => {
      locks -= 1;
      if (locks === 0) page.classList.remove("scroll-locked", "scroll-gutter");
    };
  }, [on]);
};

/**
 * What had the focus when a dialog opened gets it back: Radix itself only knows triggers, and a
 * dialog of ours has none.
 */
const useFocusBack = (open: boolean): ((event: Event) => void) => {
  const before = useRef<Element | null>(null);
  if (open) before.current ??= document.activeElement;
  return (event) => {
    event.preventDefault();
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    before.current = null;
  };
};

const fields = [
  "input:not([type=hidden], [type=file])",
  "select",
  "textarea",
  "button[aria-haspopup=listbox]",
]
  .map((field) => `.dialog-body ${field}:not(:disabled, [readonly])`)
  .join(", ");

/** A dialog that asks for something begins there, and not at the button that closes it. */
const toFirstField = (event: Event): void => {
  const field =
    event.currentTarget instanceof HTMLElement
      ? event.currentTarget.querySelector<HTMLElement>(fields)
      : null;
  if (!field) return;
  event.preventDefault();
  field.focus();
};

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  className?: string;
  hideTitle?: boolean;
};

/** A modal dialog: focus inside, Esc closes, focus returns. `footer` holds its buttons. */
export function DialogParts({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  className = "dialog",
  hideTitle = false,
}: DialogProps) {
  useScrollLock(open);
  const focusBack = useFocusBack(open);
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <div className="backdrop" aria-hidden="true" />
        <RadixDialog.Content
          className={className}
          onOpenAutoFocus={toFirstField}
          onCloseAutoFocus={focusBack}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          {hideTitle ? (
            <RadixDialog.Title className="visually-hidden">{title}</RadixDialog.Title>
          ) : (
            <header className="flex items-start gap-4">
              <RadixDialog.Title>{title}</RadixDialog.Title>
              <RadixDialog.Close
                className="btn btn-quiet btn-icon btn-small -mr-2 ml-auto"
                aria-label="Close"
              >
                <X aria-hidden="true" />
              </RadixDialog.Close>
            </header>
          )}
          {description && (
            <RadixDialog.Description
              className={hideTitle ? "visually-hidden" : "px-6 pt-1 text-t2"}
            >
              {description}
            </RadixDialog.Description>
          )}
          {hideTitle ? children : <div className="dialog-body">{children}</div>}
          {footer && <footer>{footer}</footer>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

export type MenuEntry =
  | {
      kind?: "item";
      label: ReactNode;
      icon?: ReactNode;
      hint?: string;
      onSelect: () => void;
      disabled?: boolean;
      danger?: boolean;
      /** Why it is not possible now: arrow keys still come by and read it, a press does nothing. */ reason?:
        | string
        | null;
    }
  | { kind: "check"; label: ReactNode; checked: boolean; onChange: (checked: boolean) => void }
  | { kind: "label"; label: ReactNode }
  | { kind: "line" };

const entryKey = (entry: MenuEntry, at: number): string =>
  "label" in entry && typeof entry.label === "string"
    ? entry.label
    : `${entry.kind ?? "item"}-${at}`;

function MenuRow({ entry }: { entry: MenuEntry }) {
  const id = useId();
  if (entry.kind === "line") return <DropdownMenu.Separator className="menu-line" />;
  if (entry.kind === "label")
    return <DropdownMenu.Label className="menu-label">{entry.label}</DropdownMenu.Label>;
  if (entry.kind === "check") {
    return (
      <DropdownMenu.CheckboxItem
        className="menu-item"
        checked={entry.checked}
        onCheckedChange={entry.onChange}
        onSelect={(event) => event.preventDefault()}
      >
        <input type="checkbox" tabIndex={-1} readOnly checked={entry.checked} aria-hidden="true" />
        {entry.label}
      </DropdownMenu.CheckboxItem>
    );
  }
  return (
    <DropdownMenu.Item
      className={`menu-item ${entry.danger ? "is-danger" : ""}`}
      disabled={entry.disabled ?? false}
      {...(entry.reason
        ? {
            "aria-disabled": true,
            "aria-labelledby": `${id}-label`,
            "aria-describedby": `${id}-why`,
          }
        : {})}
      onSelect={(event) => {
        if (entry.reason) event.preventDefault();
        else entry.onSelect();
      }}
    >
      {entry.icon}
      {entry.reason ? (
        <span>
          <span id={`${id}-label`}>{entry.label}</span>
          <span id={`${id}-why`} className="why">
            {entry.reason}
          </span>
        </span>
      ) : (
        entry.label
      )}
      {entry.hint && <span className="hint">{entry.hint}</span>}
    </DropdownMenu.Item>
  );
}

export type MenuProps = {
  trigger: ReactNode;
  entries: readonly MenuEntry[];
  align?: "start" | "end";
  label?: string;
  defaultOpen?: boolean;
};

/**
 * A menu under its button (`trigger`, one element that takes a ref). Type-ahead and arrow keys are
 * Radix's.
 */
export function MenuParts({
  trigger,
  entries,
  align = "end",
  label,
  defaultOpen = false,
}: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen={defaultOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="floating menu"
          align={align}
          sideOffset={6}
          collisionPadding={8}
          {...(label ? { "aria-label": label } : {})}
        >
          {entries.map((entry, at) => (
            <MenuRow key={entryKey(entry, at)} entry={entry} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export type PopoverProps = {
  trigger: ReactNode;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  label: string;
  align?: "start" | "end";
};

/** A small panel beside its button: filters, settings. */
export function PopoverParts({
  trigger,
  children,
  label,
  align = "start",
  ...control
}: PopoverProps & { defaultOpen?: boolean }) {
  return (
    <RadixPopover.Root {...control}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          className="floating w-72 p-4"
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
