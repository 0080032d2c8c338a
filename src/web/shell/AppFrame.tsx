import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { Outlet } from "react-router";
import { AuthProvider } from "../auth/AuthProvider.tsx";
import { SessionWatch } from "../auth/SessionWatch.tsx";
import { TooltipLayer } from "../kit/Tooltip.tsx";
import { makeQueryClient } from "../kit/queries.ts";
import { Toasts } from "../kit/Toasts.tsx";

/** What every screen of the app stands in: data, session, tooltips, toasts. */
export default function AppFrame() {
  const [client] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={client}>
      <AuthProvider>
        <Outlet />
        <SessionWatch />
        <Toasts />
        <TooltipLayer />
      </AuthProvider>
    </QueryClientProvider>
  );
}
