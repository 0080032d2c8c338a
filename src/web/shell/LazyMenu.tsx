import { useState, type ComponentType, type ReactNode } from "react";
import type { OnDemand } from "../kit/onDemand.ts";

export type Opener = { defaultOpen: boolean };

/**
 * A button whose menu loads when someone reaches for it, and opens at once if that was a press.
 * `menu` must draw the same button as its trigger; when it does not come, the button stays and asks
 * again.
 */
export function LazyMenu({
  menu,
  label,
  className,
  children,
}: {
  menu: OnDemand<ComponentType<Opener>>;
  label: string;
  className: string;
  children: ReactNode;
}) {
  const [reached, setReached] = useState<"no" | "near" | "pressed">("no");
  // Between press and release the button stays the same element: a click that begins on one and
  // ends on another is lost.
  const [held, setHeld] = useState(false);
  const Menu = menu.usePart(reached !== "no", () => setReached("no"));
  const press = () => {
    setHeld(false);
    setReached("pressed");
  };
  const button = (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="menu"
      onPointerEnter={() => setReached((was) => (was === "no" ? "near" : was))}
      onPointerDown={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onPointerCancel={() => setHeld(false)}
      onClick={press}
    >
      {children}
    </button>
  );
  return reached === "no" || held || !Menu ? (
    button
  ) : (
    <Menu key={reached} defaultOpen={reached === "pressed"} />
  );
}
