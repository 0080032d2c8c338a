import { useEffect, useSyncExternalStore } from "react";
import { Toaster } from "sonner";
import { currentTheme, subscribeTheme } from "../theme.ts";

/** The toaster itself, loaded with the first toast; says when it listens. */
export default function ToastArea({ onReady }: { onReady: () => void }) {
  const theme = useSyncExternalStore(subscribeTheme, currentTheme, () => "dark" as const);
  useEffect(onReady, [onReady]);
  return <Toaster theme={theme} visibleToasts={3} duration={4000} position="bottom-right" containerAriaLabel="Notifications" />;
}
