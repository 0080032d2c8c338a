import { use, type ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import { HeadContext, RenderingContext } from "#web/rendering.ts";
import { RouterError } from "#web/shell/AppError.tsx";
import { BootScreen } from "#web/shell/BootScreen.tsx";
import { earlySite } from "#web/site/early.ts";
import { earlyReads, earlyRules } from "#web/early.ts";
import { earlyTheme } from "#web/theme.ts";
import appStyles from "./web/styles/app.css?url";
import publicStyles from "./web/styles/public.css?url";

const early = `${earlyTheme};${earlyRules}`;

export function Layout({ children }: { children: ReactNode }) {
  const still = use(RenderingContext) === "static";
  const head = use(HeadContext);
  return (
    <html lang="en-US" data-theme="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="apple-touch-icon" href="/icon-192.png" />
        {head}
        {!still && <script dangerouslySetInnerHTML={{ __html: `${early}${earlyReads}` }} />}
        <link rel="stylesheet" href={still ? publicStyles : appStyles} />
        {still && <script dangerouslySetInnerHTML={{ __html: `${early}${earlySite}` }} />}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {!still && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
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

export { RouterError as ErrorBoundary };
