import {
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { Link, useLocation } from "react-router";
import { lazyPart } from "../kit/newer.ts";

const panels = {
  notifications: lazyPart(() => import("./NoticesPanel.tsx")),
  tasks: lazyPart(() => import("./TasksPanel.tsx")),
};
const openAfterMs = 150;
/** The pointer may leave for so long on its way into the panel (SPEC 9: 300 ms of grace). */
const graceMs = 300;

type Props = { of: keyof typeof panels; to: string; label: string; count: number; icon: ReactNode };

const usePreview = () => {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const soon = (next: boolean, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), ms);
  };
  const now = (next: boolean) => {
    clearTimeout(timer.current);
    setOpen(next);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return { open, soon, now };
};

/**
 * A link of the header with its badge. A pointer that rests on it, or the arrow down, shows what
 * the badge counts.
 */
export function HeadPreview({ of, to, label, count, icon }: Props) {
  const { open, soon, now } = usePreview();
  const place = useRef<HTMLDivElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const id = useId();
  const Panel = panels[of];
  // Whom the guard keeps from the page of this link finds here what the badge counts.
  const { key, state } = useLocation();
  const refused = (state as { sentFrom?: string } | null)?.sentFrom === to;
  useEffect(() => {
    if (!refused) return;
    now(true);
    link.current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each arrival
  }, [key, refused]);
  const onKeyDown = (event: KeyboardEvent) => {
    const links = [
      ...(place.current?.querySelectorAll<HTMLElement>(".preview a, .preview button") ?? []),
    ];
    const at = links.indexOf(document.activeElement as HTMLElement);
    if (event.key === "Escape" && open) {
      now(false);
      link.current?.focus();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      if (open) links[Math.min(at + 1, links.length - 1)]?.focus();
      else now(true);
    } else if (event.key === "ArrowUp" && at >= 0) {
      event.preventDefault();
      (links[at - 1] ?? link.current)?.focus();
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={place}
      className="relative"
      onKeyDown={onKeyDown}
      onPointerEnter={(event) => {
        if (event.pointerType === "mouse") soon(true, openAfterMs);
      }}
      onPointerLeave={() => soon(false, graceMs)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) now(false);
      }}
    >
      <Link
        ref={link}
        className="head-icon"
        to={to}
        aria-label={count > 0 ? `${label}, ${count} ${of === "tasks" ? "open" : "unread"}` : label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => now(false)}
      >
        {icon}
        {count > 0 && (
          <span className="head-count" aria-hidden="true">
            {count > 99 ? "99+" : count}
          </span>
        )}
      </Link>
      {open && (
        <div className="floating preview" id={id} role="group" aria-label={label}>
          <Suspense
            fallback={
              <p className="preview-note" role="status">
                Loading
              </p>
            }
          >
            <Panel onChoose={() => now(false)} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
