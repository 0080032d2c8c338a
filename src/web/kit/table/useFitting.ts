import { useLayoutEffect, type RefObject } from "react";

const steps = ["0", "1", "2", "3"] as const;

/**
 * Lets a table that is wider than its frame shrink: long texts first, step by step (`data-tight`,
 * styles/table.css), so that status, dates and amounts stay in sight. What fits is not touched.
 */
export const useFitting = (frame: RefObject<HTMLElement | null>, changed: unknown): void => {
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    let width = -1;
    const fit = () => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      for (const step of steps) {
        element.setAttribute("data-tight", step);
        if (element.scrollWidth <= element.clientWidth) break;
      }
    };
    fit();
    const heard = new ResizeObserver(fit);
    heard.observe(element);
    return () => heard.disconnect();
  }, [frame, changed]);
};
