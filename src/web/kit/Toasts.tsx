import { lazy, Suspense, useSyncExternalStore } from "react";
import type { toast } from "sonner";
import { messageOf } from "./api.ts";

const ToastArea = lazy(() => import("./ToastArea.tsx"));

let wanted = false;
let listener: (() => void) | undefined;
let say: () => void;
const listening = new Promise<void>((resolve) => { say = resolve; });
const onReady = () => say();
const subscribe = (call: () => void) => {
  listener = call;
  return () => { listener = undefined; };
};

/** Where toasts appear: three at a time, 4 s each (SPEC 9). Once in the app; the library loads with the first toast. */
export function Toasts() {
  const on = useSyncExternalStore(subscribe, () => wanted, () => false);
  return on && <Suspense><ToastArea onReady={onReady} /></Suspense>;
}

const show = async (run: (library: typeof toast) => unknown): Promise<void> => {
  wanted = true;
  listener?.();
  const [library] = await Promise.all([import("sonner"), listening]);
  run(library.toast);
};

/** Short news of what has just happened. Errors stay until they are closed. */
export const notify = {
  done: (title: string, description?: string): void => void show((toast) => toast.success(title, description ? { description } : {})),
  info: (title: string, description?: string): void => void show((toast) => toast.info(title, description ? { description } : {})),
  failed: (title: string, error: unknown): void => void show((toast) => toast.error(title, { description: typeof error === "string" ? error : messageOf(error), duration: Number.POSITIVE_INFINITY, closeButton: true })),
  undo: (title: string, onUndo: () => void): void => void show((toast) => toast(title, { action: { label: "Undo", onClick: onUndo } })),
};
