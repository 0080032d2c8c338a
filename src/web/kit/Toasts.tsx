import { useSyncExternalStore } from "react";
import { Toaster, toast } from "sonner";
import { currentTheme, subscribeTheme } from "../theme.ts";
import { messageOf } from "./api.ts";

/** Where toasts appear: three at a time, 4 s each (SPEC 9). Once in the app. */
export function Toasts() {
  const theme = useSyncExternalStore(subscribeTheme, currentTheme, () => "dark" as const);
  return <Toaster theme={theme} visibleToasts={3} duration={4000} position="bottom-right" containerAriaLabel="Notifications" />;
}

/** Short news of what has just happened. Errors stay until they are closed. */
export const notify = {
  done: (title: string, description?: string) => toast.success(title, description ? { description } : {}),
  info: (title: string, description?: string) => toast.info(title, description ? { description } : {}),
  failed: (title: string, error: unknown) => toast.error(title, { description: typeof error === "string" ? error : messageOf(error), duration: Number.POSITIVE_INFINITY, closeButton: true }),
  undo: (title: string, onUndo: () => void) => toast(title, { action: { label: "Undo", onClick: onUndo } }),
};
