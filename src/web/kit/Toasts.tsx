import { useSyncExternalStore, type ComponentType } from "react";
import type { toast } from "sonner";
import { messageOf } from "./api.ts";
import { say } from "./SingleToast.tsx";

let Area: ComponentType<{ onReady: () => void }> | null = null;
let listener: (() => void) | undefined;
let tell: () => void;
const listening = new Promise<void>((resolve) => {
  tell = resolve;
});
const onReady = () => tell();
const subscribe = (call: () => void) => {
  listener = call;
  return () => {
    listener = undefined;
  };
};

/**
 * Where toasts appear: three at a time, 4 s each (SPEC 9). Once in the app; the library loads with
 * the first toast.
 */
export function Toasts() {
  const Shown = useSyncExternalStore(
    subscribe,
    () => Area,
    () => null,
  );
  return Shown && <Shown onReady={onReady} />;
}

const load = async (): Promise<typeof toast> => {
  const [area, library] = await Promise.all([import("./ToastArea.tsx"), import("sonner")]);
  Area = area.default;
  listener?.();
  await listening;
  return library.toast;
};

type Tone = Parameters<typeof say>[2];

// Without a connection the library may not come: then the plain message, which is always here, says
// the same.
const show = (
  title: string,
  description: string | undefined,
  tone: Tone,
  run: (library: typeof toast) => unknown,
): void => void load().then(run, () => say(title, description ?? "", tone));

/** Short news of what has just happened. Errors stay until they are closed. */
export const notify = {
  done: (title: string, description?: string): void =>
    show(title, description, "plain", (toast) =>
      toast.success(title, description ? { description } : {}),
    ),
  info: (title: string, description?: string): void =>
    show(title, description, "plain", (toast) =>
      toast.info(title, description ? { description } : {}),
    ),
  failed: (title: string, error: unknown): void => {
    const description = typeof error === "string" ? error : messageOf(error);
    show(title, description, "destructive", (toast) =>
      toast.error(title, { description, duration: Number.POSITIVE_INFINITY, closeButton: true }),
    );
  },
  undo: (title: string, onUndo: () => void): void =>
    show(title, undefined, "plain", (toast) =>
      toast(title, { action: { label: "Undo", onClick: onUndo } }),
    ),
};
