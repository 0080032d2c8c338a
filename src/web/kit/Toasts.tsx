import { useEffect, useSyncExternalStore, type ComponentType } from "react";
import { useLocation } from "react-router";
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
  const { pathname } = useLocation();
  useEffect(leavePage, [pathname]);
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

// Refusals that stand on the screen, with the moment at which each was said.
const refusals = new Map<string | number, number>();
const justSaidMs = 1_000;

// A refusal belongs to its page: it goes with it, unless it was said while the page changed.
const leavePage = (): void => {
  const now = Date.now();
  for (const [id, at] of refusals) {
    if (now - at < justSaidMs) continue;
    refusals.delete(id);
    void load().then((library) => library.dismiss(id));
  }
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

/** Short news of what has just happened. Errors stay until they are closed, or their page is left. */
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
      refusals.set(
        toast.error(title, {
          description,
          duration: Number.POSITIVE_INFINITY,
          closeButton: true,
        }),
        Date.now(),
      ),
    );
  },
  undo: (title: string, onUndo: () => void): void =>
    show(title, undefined, "plain", (toast) =>
      toast(title, { action: { label: "Undo", onClick: onUndo } }),
    ),
};
