import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Outlet, useNavigate } from "react-router";
import { AuthProvider } from "../auth/AuthProvider.tsx";
import { SessionWatch } from "../auth/SessionWatch.tsx";
import { TooltipLayer } from "../kit/Tooltip.tsx";
import { whenTouched } from "../later.ts";
import { registerServiceWorker } from "../serviceWorker.ts";
import { takeGoing } from "../kit/newer.ts";
import { makeQueryClient } from "../kit/queries.ts";
import { SingleToast } from "../kit/SingleToast.tsx";
import { Toasts } from "../kit/Toasts.tsx";

export { AppError as ErrorBoundary } from "./AppError.tsx";

/** What every screen of the app stands in: data, session, tooltips, toasts. */
export default function AppFrame() {
  const [client] = useState(makeQueryClient);
  const [going] = useState(() => (typeof window === "undefined" ? null : takeGoing()));
  const navigate = useNavigate();
  useEffect(() => {
    if (going) void navigate(going);
  }, [going, navigate]);
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    whenTouched(() => {
      void registerServiceWorker(true);
      void import("../analytics.ts").then(({ startCounting }) => startCounting());
    });
  }, []);
  return (
    <QueryClientProvider client={client}>
      <AuthProvider>
        <Outlet />
        <SessionWatch />
        <Toasts />
        <SingleToast />
        <TooltipLayer />
      </AuthProvider>
    </QueryClientProvider>
  );
}
