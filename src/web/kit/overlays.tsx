import { cloneElement, isValidElement, useEffect, useState, type KeyboardEvent, type MouseEvent, type ReactElement, type ReactNode } from "react";
import type { DialogProps, MenuProps, PopoverProps } from "./overlayParts.tsx";
import { notify } from "./Toasts.tsx";

export type { MenuEntry } from "./overlayParts.tsx";
export { Tooltip } from "./Tooltip.tsx";

// What floats loads when somebody reaches for it, or when the page has nothing else to do: no screen needs it to be drawn.
type Parts = typeof import("./overlayParts.tsx");
let loaded: Parts | null = null;
let loading: Promise<Parts> | null = null;
const load = (): Promise<Parts> => {
  loading ??= import("./overlayParts.tsx").then((parts) => (loaded = parts), (error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
};
const preload = (): void => void load().catch(() => {});
if (typeof window !== "undefined") (window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 500)))(preload);

/** The parts once they are here; asks for them when `wanted`. A part that is shown stays the same element. */
const useParts = (wanted: boolean): Parts | null => {
  const [parts, setParts] = useState(loaded);
  useEffect(() => {
    if (!wanted || parts) return;
    let here = true;
    load().then((found) => { if (here) setParts(found); }, (error: unknown) => notify.failed("This did not load", error));
    return () => { here = false; };
  }, [wanted, parts]);
  return parts;
};

/** A modal dialog: focus inside, Esc closes, focus returns. `footer` holds its buttons. */
export function Dialog(props: DialogProps) {
  const parts = useParts(props.open);
  return parts && <parts.DialogParts {...props} />;
}

type Button = ReactElement<{ onClick?: (event: MouseEvent) => void; onKeyDown?: (event: KeyboardEvent) => void; onPointerEnter?: () => void; onFocus?: () => void; "aria-haspopup"?: "menu" | "dialog"; "aria-expanded"?: boolean }>;

/** The button as it stands until its part is here: a press is kept and opens it then. */
function Waiting({ trigger, kind, press }: { trigger: ReactNode; kind: "menu" | "dialog"; press: () => void }) {
  if (!isValidElement(trigger)) return trigger;
  const down = (event: KeyboardEvent) => {
    if (kind !== "menu" || event.key !== "ArrowDown") return;
    event.preventDefault();
    press();
  };
  return cloneElement(trigger as Button, { onClick: press, onKeyDown: down, onPointerEnter: preload, onFocus: preload, "aria-haspopup": kind, "aria-expanded": false });
}

/** A menu under its button (`trigger`, one element that takes a ref). */
export function Menu(props: MenuProps) {
  const [pressed, setPressed] = useState(props.defaultOpen ?? false);
  const parts = useParts(pressed);
  return parts ? <parts.MenuParts {...props} defaultOpen={pressed} /> : <Waiting trigger={props.trigger} kind="menu" press={() => setPressed(true)} />;
}

/** A small panel beside its button: filters, settings. */
export function Popover(props: PopoverProps) {
  const [pressed, setPressed] = useState(false);
  const parts = useParts(pressed || (props.open ?? false));
  const press = () => {
    setPressed(true);
    props.onOpenChange?.(true);
  };
  return parts ? <parts.PopoverParts {...props} defaultOpen={pressed} /> : <Waiting trigger={props.trigger} kind="dialog" press={press} />;
}
