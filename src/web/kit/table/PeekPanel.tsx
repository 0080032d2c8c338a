import { X } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { Link } from "react-router";

/** A record beside its list. Esc closes; J and K move on. */
export function PeekPanel({
  number,
  href,
  onClose,
  children,
}: {
  number: string;
  href?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key === "Escape" &&
        !event.defaultPrevented &&
        !document.querySelector("[role=dialog], [role=menu]")
      )
        onClose();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [onClose]);
  return (
    <aside className="peek" aria-label={`Preview of ${number}`}>
      <header>
        {href ? (
          <Link className="plate-number" to={href}>
            {number}
          </Link>
        ) : (
          <span className="plate-number">{number}</span>
        )}
        <button
          type="button"
          className="btn btn-quiet btn-icon btn-small"
          aria-label="Close the preview"
          onClick={onClose}
        >
          <X aria-hidden="true" />
        </button>
      </header>
      {children}
    </aside>
  );
}
