import type { ReactNode } from "react";
import { comingInWords, works } from "./works.ts";

/** Points side by side on content pages. */
export function Points({ children }: { children: ReactNode }) {
  return <div className="points">{children}</div>;
}

/** One point. `state` says honestly how far it is: "Works now" or "Not built yet". */
export function Point({
  title,
  state,
  children,
}: {
  title: string;
  state?: "Works now" | "Not built yet";
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

/** All that works, in the words of the README, and what is to come. */
export function WhatWorks() {
  return (
    <>
      <dl>
        {works.map(({ area, text }) => (
          <div key={area}>
            <dt>
              <strong>{area}</strong>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p>{comingInWords}</p>
    </>
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
