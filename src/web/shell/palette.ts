import { useEffect, useRef, useState } from "react";
import { isHeld } from "#kernel/keys/binding.ts";
import { useKeys } from "../kit/keys/useKeys.ts";
import { inEditor } from "./ownKeys.ts";

/** The event that opens the command palette from anywhere. */
const paletteEvent = "levee:open-command-palette";
export const openPalette = (): void => {
  window.dispatchEvent(new Event(paletteEvent));
};

/**
 * Whether the palette is open: its keys (Ctrl or Cmd with K), or the event; not from inside an
 * editor that owns that key.
 */
export const usePaletteOpen = (): [boolean, (open: boolean) => void] => {
  const [open, setOpen] = useState(false);
  const binding = useKeys().get("palette");
  const latest = useRef(binding);
  useEffect(() => {
    latest.current = binding;
  });
  useEffect(() => {
    const show = () => setOpen(true);
    const onKey = (event: KeyboardEvent) => {
      if (!isHeld(latest.current ?? null, event) || inEditor(event)) return;
      event.preventDefault();
      setOpen((was) => !was);
    };
    window.addEventListener(paletteEvent, show);
    window.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener(paletteEvent, show);
      window.removeEventListener("keydown", onKey);
    };
  }, []);
  return [open, setOpen];
};
