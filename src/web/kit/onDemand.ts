import { useEffect, useState } from "react";
import { partLost } from "./newer.ts";

const whenIdle = (work: () => void): void => {
  if (typeof window !== "undefined")
    (window.requestIdleCallback ?? ((later: () => void) => setTimeout(later, 500)))(work);
};

/**
 * Code that a screen is drawn without. `usePart` gives it once it is here and asks for it when
 * `wanted`; `failed` hears that it did not come, so that the next press asks again.
 */
export type OnDemand<P> = {
  load: () => Promise<P>;
  preload: () => void;
  usePart: (wanted: boolean, failed?: () => void) => P | null;
};

/**
 * Loads a module when somebody reaches for it, or, unless `ahead` is false, when the page has
 * nothing else to do: whichever comes first.
 */
export const onDemand = <P>(fetchPart: () => Promise<P>, ahead = true): OnDemand<P> => {
  let loaded: P | null = null;
  let loading: Promise<P> | null = null;
  const load = (): Promise<P> => {
    loading ??= fetchPart().then(
      (part) => (loaded = part),
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  // Chromium remembers until the page is loaded anew that a module did not come; so nothing is
  // asked for ahead without a connection.
  const preload = (): void => {
    if (navigator.onLine) load().catch(() => {});
  };
  if (ahead) whenIdle(preload);
  return {
    load,
    preload,
    // A part that is shown stays the same element: it changes only where it is wanted.
    usePart: (wanted, failed) => {
      const [part, setPart] = useState<{ is: P } | null>(loaded && { is: loaded });
      useEffect(() => {
        if (!wanted || part) return;
        let here = true;
        load().then(
          (found) => {
            if (here) setPart({ is: found });
          },
          () => {
            void partLost();
            if (here) failed?.();
          },
        );
        return () => {
          here = false;
        };
        // `failed` may be a new function at each drawing: loading does not begin anew with it.
        // oxlint-disable-next-line react-hooks/exhaustive-deps
      }, [wanted, part]);
      return part?.is ?? null;
    },
  };
};
