import { useEffect, useRef, type RefObject } from "react";

/** How far a row is scrolled sideways so that a part of it is seen, with a little of its neighbours. */
export const scrolledTo = (
  row: { scrollLeft: number; clientWidth: number; scrollWidth: number },
  part: { offsetLeft: number; offsetWidth: number },
): number =>
  row.scrollWidth <= row.clientWidth
    ? row.scrollLeft
    : Math.max(
        0,
        Math.min(
          part.offsetLeft - 24,
          Math.max(row.scrollLeft, part.offsetLeft + part.offsetWidth - row.clientWidth + 24),
        ),
      );

/**
 * Brings what is current in a row of places (`aria-current`) into sight where the row is wider than
 * the screen; the page itself stays where it is. `at` says when another one is current.
 */
export const useCurrentInSight = (at: string): RefObject<HTMLElement | null> => {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const part = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (row.current && part) row.current.scrollLeft = scrolledTo(row.current, part);
  }, [at]);
  return row;
};
