import {
  cloneElement,
  isValidElement,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from "react";
import type { DialogProps, MenuProps, PopoverProps } from "./overlayParts.tsx";
import { onDemand } from "./onDemand.ts";

export type { MenuEntry } from "./overlayParts.tsx";
export { Tooltip } from "./Tooltip.tsx";

// What floats loads when somebody reaches for it: no screen needs it to be drawn.
const parts = onDemand(() => import("./overlayParts.tsx"));

type Opened = Omit<DialogProps, "open" | "onOpenChange"> &
  (
    | { open: boolean; onOpenChange: (open: boolean) => void; onClose?: never }
    | { onClose: () => void; open?: never; onOpenChange?: never }
  );

/**
 * A modal dialog: focus inside, Esc closes, focus returns. `footer` holds its buttons. One that is
 * drawn while it is open says `onClose` alone.
 */
export function Dialog({ onClose, open = true, onOpenChange, ...shown }: Opened) {
  const change = onOpenChange ?? ((opens: boolean) => !opens && onClose?.());
  const here = parts.usePart(open, () => void change(false));
  return (
    here && <here.DialogParts {...shown} open={open} onOpenChange={(opens) => void change(opens)} />
  );
}

/**
 * A dialog whose code is not the screen's: drawn by whoever opened it, it shows as soon as it is
 * here. When it does not come, `onClose` says so.
 */
export const dialogOnDemand = <P extends { onClose: () => void }>(
  fetchDialog: () => Promise<ComponentType<P>>,
): ComponentType<P> => {
  const source = onDemand(() => {
    parts.preload();
    return fetchDialog();
  });
  return function DialogOnDemand(props: P) {
    const Shown = source.usePart(true, props.onClose);
    return Shown && <Shown {...props} />;
  };
};

type Button = ReactElement<{
  onClick?: (event: MouseEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
}>;

/** The button as it stands until its part is here: a press is kept and opens it then. */
function Waiting({
  trigger,
  kind,
  press,
}: {
  trigger: ReactNode;
  kind: "menu" | "dialog";
  press: () => void;
}) {
  if (!isValidElement(trigger)) return trigger;
  const down = (event: KeyboardEvent) => {
    if (kind !== "menu" || event.key !== "ArrowDown") return;
    event.preventDefault();
    press();
  };
  return cloneElement(trigger as Button, {
    onClick: press,
    onKeyDown: down,
    onPointerEnter: parts.preload,
    onFocus: parts.preload,
    "aria-haspopup": kind,
    "aria-expanded": false,
  });
}

/** A menu under its button (`trigger`, one element that takes a ref). */
export function Menu(props: MenuProps) {
  const [pressed, setPressed] = useState(props.defaultOpen ?? false);
  const here = parts.usePart(pressed, () => setPressed(false));
  return here ? (
    <here.MenuParts {...props} defaultOpen={pressed} />
  ) : (
    <Waiting trigger={props.trigger} kind="menu" press={() => setPressed(true)} />
  );
}

/** A small panel beside its button: filters, settings. */
export function Popover(props: PopoverProps) {
  const [pressed, setPressed] = useState(false);
  const here = parts.usePart(pressed || (props.open ?? false), () => {
    setPressed(false);
    props.onOpenChange?.(false);
  });
  const press = () => {
    setPressed(true);
    props.onOpenChange?.(true);
  };
  return here ? (
    <here.PopoverParts {...props} defaultOpen={pressed} />
  ) : (
    <Waiting trigger={props.trigger} kind="dialog" press={press} />
  );
}
