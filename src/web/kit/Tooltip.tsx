import { cloneElement, useEffect, useRef, useState, type ReactElement } from "react";

/** SPEC 9: opens after 700 ms, and at once within 300 ms of the last one. */
const openAfterMs = 700;
const skipWithinMs = 300;

/**
 * A short explanation of the control inside it, for pointer and keyboard. Never the only place of a
 * needed word.
 */
export function Tooltip({
  label,
  children,
}: {
  label: string;
  children: ReactElement<{ "data-tooltip"?: string }>;
}) {
  return cloneElement(children, { "data-tooltip": label });
}

type Shown = { text: string; box: DOMRect };

const targetOf = (event: Event): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tooltip]") : null;

/**
 * Watches the whole page for `data-tooltip`: pointer and keyboard focus open, Esc, leaving and
 * pressing close.
 */
const watch = (show: (shown: Shown | null) => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: HTMLElement | null = null;
  let closedAt = Number.NEGATIVE_INFINITY;
  const close = () => {
    clearTimeout(timer);
    if (current) closedAt = performance.now();
    current = null;
    show(null);
  };
  const open = (target: HTMLElement) => {
    current = target;
    show({ text: target.dataset.tooltip ?? "", box: target.getBoundingClientRect() });
  };
  const over = (event: Event) => {
    const target = targetOf(event);
    if (target === current && target) return;
    close();
    if (!target || (event.type === "focusin" && !target.matches(":focus-visible"))) return;
    timer = setTimeout(
      () => {
        if (target.isConnected) open(target);
      },
      performance.now() - closedAt < skipWithinMs ? 0 : openAfterMs,
    );
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
  };
  document.addEventListener("pointerover", over);
  document.addEventListener("focusin", over);
  document.addEventListener("pointerdown", close);
  document.addEventListener("keydown", onKey);
  window.addEventListener("scroll", close, true);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("pointerover", over);
    document.removeEventListener("focusin", over);
    document.removeEventListener("pointerdown", close);
    document.removeEventListener("keydown", onKey);
    window.removeEventListener("scroll", close, true);
  };
};

/**
 * Where tooltips appear: below their control, inside the window. Once in the app. The control's own
 * name says the same, so it is hidden from assistive technology.
 */
export function TooltipLayer() {
  const [shown, setShown] = useState<Shown | null>(null);
  const bubble = useRef<HTMLDivElement>(null);
  useEffect(() => watch(setShown), []);
  useEffect(() => {
    const element = bubble.current;
    if (!element || !shown) return;
    const { box } = shown;
    const left = Math.max(
      8,
      Math.min(
        window.innerWidth - element.offsetWidth - 8,
        box.left + box.width / 2 - element.offsetWidth / 2,
      ),
    );
    const below = box.bottom + 6;
    element.style.left = `${left}px`;
    element.style.top = `${below + element.offsetHeight > window.innerHeight ? box.top - 6 - element.offsetHeight : below}px`;
  }, [shown]);
  return (
    shown && (
      <div className="tooltip" ref={bubble} aria-hidden="true">
        {shown.text}
      </div>
    )
  );
}
