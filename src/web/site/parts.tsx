import type { ReactNode } from "react";

/** Points side by side on content pages. */
export function Points({ children }: { children: ReactNode }) {
  return <div className="points">{children}</div>;
}

/** One point. `state` says honestly how far it is: "Works now", "Being built", "Planned". */
export function Point({
  title,
  state,
  children,
}: {
  title: string;
  state?: "Works now" | "Being built" | "Planned";
  children: ReactNode;
}) {
  return (
    <div>
      {state && <span className="state">{state}</span>}
      <h3>{title}</h3>
      {children}
    </div>
  );
}

/** The next steps at the end of a page; the first is the main one. */
export function Actions({ links }: { links: readonly (readonly [href: string, label: string])[] }) {
  return (
    <div className="page-actions">
      {links.map(([href, label], i) => (
        <a key={href} className={i === 0 ? "btn btn-primary" : "btn"} href={href}>
          {label}
        </a>
      ))}
    </div>
  );
}
