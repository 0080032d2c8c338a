import { useEffect, useSyncExternalStore } from "react";
import { Toaster } from "sonner";
import { currentTheme, subscribeTheme } from "../theme.ts";

/**
 * The toaster itself, loaded with the first toast; says when it listens. On phones it stands above
 * the bar of a record, which stays within reach.
 */
export default function ToastArea({ onReady }: { onReady: () => void }) {
  const theme = useSyncExternalStore(subscribeTheme, currentTheme, () => "dark" as const);
  useEffect(onReady, [onReady]);
  return (
    <Toaster
      theme={theme}
      visibleToasts={3}
      duration={4000}
      position="bottom-right"
      offset={{ right: 24, bottom: 24 }}
      mobileOffset={{ right: 16, left: 16, bottom: 76 }}
      containerAriaLabel="Notifications"
    />
  );
}
