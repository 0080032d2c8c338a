import { useSyncExternalStore } from "react";
import type { IconName } from "./navIcons.ts";

type Icons = typeof import("./navIcons.ts").navIcons;
let icons: Icons | null = null;
let asked = false;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (!asked) {
    asked = true;
    void import("./navIcons.ts").then(
      (module) => {
        icons = module.navIcons;
        for (const each of listeners) each();
      },
      () => {
        asked = false;
      },
    );
  }
  return () => listeners.delete(listener);
};

/** Fetches the pictures ahead of the first section that opens. */
export const loadNavIcons = (): void => {
  subscribe(() => undefined)();
};

/** The picture of a place; keeps its room while the pictures load. */
export function NavIcon({ name }: { name: IconName }) {
  const Icon = useSyncExternalStore(
    subscribe,
    () => icons,
    () => null,
  )?.[name];
  return Icon ? <Icon aria-hidden="true" /> : <span className="nav-icon-room" aria-hidden="true" />;
}
