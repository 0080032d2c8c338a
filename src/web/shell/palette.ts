import { useEffect, useState } from "react";
import { inEditor } from "./ownKeys.ts";

/** The event that opens the command palette from anywhere. */
const paletteEvent = "levee:open-command-palette";
export const openPalette = (): void => {
  window.dispatchEvent(new Event(paletteEvent));
};

/**
 * Whether the palette is open: Ctrl or Cmd with K, or the event; not from inside an editor that
 * owns that key.
 */
export const usePaletteOpen = (): [boolean, (open: boolean) => void] => {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const show = () => setOpen(true);
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== "k" ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey ||
        inEditor(event)
      )
        return;
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
