import type { ReactNode } from "react";
import { Brand } from "#web/shell/Brand.tsx";

/** The frame of what everybody reads without an account. */
export function OpenFrame({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh">
      <header className="border-b border-hair">
        <div className="mx-auto flex max-w-5xl flex-wrap items-center justify-between gap-3 px-4 py-3">
          <Brand />
          <nav aria-label="Public pages" className="flex gap-4 text-13">
            <a href="/citizen-portal/spending">Public spending</a>
            <a href="/citizen-portal">Citizen portal</a>
          </nav>
        </div>
      </header>
      <main className="mx-auto max-w-5xl px-4 py-8">{children}</main>
    </div>
  );
}
