import { useEffect, useState } from "react";
import { useFormContext } from "react-hook-form";
import { keepDraft, readDraft, type Draft } from "../../store/drafts.ts";
import { fieldNow } from "../../store/state.ts";

const afterMs = 400;

/** What was typed before under this name; `undefined` until the store was asked. */
export const useOpenedDraft = (draft: string): Draft | null | undefined => {
  const [found, setFound] = useState<{ of: string; is: Draft | null } | null>(null);
  useEffect(() => {
    const { open } = fieldNow();
    if (!open) return;
    let here = true;
    void readDraft(open, draft)
      .catch(() => null)
      .then((is) => here && setFound({ of: draft, is }));
    return () => {
      here = false;
    };
  }, [draft]);
  return found?.of === draft ? found.is : undefined;
};

type Keeper = { pause: () => void; goOn: () => void };

const keepers = new Map<string, Keeper>();

/**
 * Keeps nothing of a draft while it is saved: what is written behind the capture would bring back what
 * was recorded already. Returns the way to go on, where it was not saved.
 */
export const pauseKeeping = (draft: string): (() => void) => {
  const keeper = keepers.get(draft);
  keeper?.pause();
  return () => keeper?.goOn();
};

/** Keeps values sealed, within a second of their last change and at once when the page goes. */
export const sealingKeeper = (draft: string, read: () => Record<string, unknown>) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = JSON.stringify(read());
  let off = false;
  const keep = () => {
    clearTimeout(timer);
    const { open } = fieldNow();
    const values = read();
    const text = JSON.stringify(values);
    if (off || !open || text === last) return;
    last = text;
    void keepDraft(open, draft, values, () => !off).catch(() => {
      last = "";
    });
  };
  const pause = () => {
    off = true;
    clearTimeout(timer);
  };
  const goOn = () => {
    off = false;
    last = "";
    keep();
  };
  const own: Keeper = { pause, goOn };
  keepers.set(draft, own);
  return {
    /** Something was typed. */
    typed: () => {
      clearTimeout(timer);
      timer = setTimeout(keep, afterMs);
    },
    keep,
    /** It was saved or thrown away: nothing more is kept. */
    end: () => {
      pause();
      if (keepers.get(draft) === own) keepers.delete(draft);
    },
  };
};

/** Keeps what is typed into the form around it. Draws nothing. */
export function SealedDraft({ draft }: { draft: string }) {
  const { watch, getValues } = useFormContext();
  useEffect(() => {
    const keeper = sealingKeeper(draft, () => structuredClone(getValues()));
    const watching = watch(keeper.typed);
    const hidden = () => document.visibilityState === "hidden" && keeper.keep();
    document.addEventListener("visibilitychange", hidden);
    return () => {
      watching.unsubscribe();
      document.removeEventListener("visibilitychange", hidden);
      keeper.end();
    };
  }, [draft, watch, getValues]);
  return null;
}
