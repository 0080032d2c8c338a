import { Suspense, useState, type ComponentType, type ReactNode } from "react";

export type Opener = { defaultOpen: boolean };

/** A button whose menu loads when someone reaches for it, and opens at once if that was a press. `menu` must draw the same button as its trigger. */
export function LazyMenu({ menu: Menu, label, className, children }: { menu: ComponentType<Opener>; label: string; className: string; children: ReactNode }) {
  const [reached, setReached] = useState<"no" | "near" | "pressed">("no");
  const button = <button type="button" className={className} aria-label={label} aria-haspopup="menu" onPointerEnter={() => setReached((was) => (was === "no" ? "near" : was))} onClick={() => setReached("pressed")}>{children}</button>;
  return reached === "no" ? button : <Suspense fallback={button}><Menu key={reached} defaultOpen={reached === "pressed"} /></Suspense>;
}
