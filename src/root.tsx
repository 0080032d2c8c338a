import { use, type ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router";
import { pages } from "./areas.ts";
import { RenderingContext } from "./web/rendering.ts";
import { AppError } from "./web/shell/AppError.tsx";
import { BootScreen } from "./web/shell/BootScreen.tsx";
import { earlyTheme } from "./web/theme.ts";
import "./web/styles/app.css";

export function Layout({ children }: { children: ReactNode }) {
  const rendering = use(RenderingContext);
  const here = useMatches().at(-1);
  const page = pages.find((candidate) => candidate.id === here?.id);
  return (
    <html lang="en-US" data-theme="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {rendering === "static" && <title>{page && page.title !== "Levee" ? `${page.title} | Levee` : "Levee: every public dollar, from the need to the proof"}</title>}
        <script dangerouslySetInnerHTML={{ __html: earlyTheme }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {rendering === "static" ? <script type="module" src="/assets/site.js" /> : <><ScrollRestoration /><Scripts /></>}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function HydrateFallback() {
  return <BootScreen />;
}

export { AppError as ErrorBoundary };
