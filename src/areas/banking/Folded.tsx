import type { ReactNode } from "react";

/** A part of the page that is opened when somebody wants it. */
export function Folded({
  title,
  open = false,
  flush = false,
  children,
}: {
  title: string;
  open?: boolean;
  flush?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="panel" open={open}>
      <summary className="px-4 py-3 font-semibold">
        <h2 className="inline text-15">{title}</h2>
      </summary>
      <div className={flush ? "border-t border-hair" : "panel-body border-t border-hair"}>
        {children}
      </div>
    </details>
  );
}
