import { Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { api } from "#web/kit/api.ts";
import { lazyPart } from "#web/kit/newer.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { tutorialEvent } from "#web/shell/tutorialEvent.ts";
import { moduleAt } from "./tutorial.places.ts";
import { TutorialContext, type Tour, type Tutorials } from "./TutorialContext.ts";

const TutorialOverlay = lazyPart(() => import("./TutorialOverlay.tsx"));

type Progress = { tutorial_id: string; current_step: number; completed: boolean };

/** SPEC 9: the first tutorial begins half a second after it was asked for. */
const startDelayMs = 500;
const save = (tour: Tour, step: number, completed?: boolean) =>
  api("/api/v1/user_tutorial_progress", {
    method: "POST",
    body: {
      tutorial_id: tour.id,
      current_step: step,
      ...(completed === undefined ? {} : { completed }),
    },
  }).catch(() => undefined);

const load = async (): Promise<{ tour: Tour; step: number } | null> => {
  const list = async (module: string) =>
    (await api<{ items: Tour[] }>("/api/v1/tutorials", { query: { module_name: module } })).items;
  const here = moduleAt(window.location.pathname);
  const tours = await list(here);
  const tour = tours[0] ?? (here === "dashboard" ? undefined : (await list("dashboard"))[0]);
  if (!tour) return null;
  const { items } = await api<{ items: Progress[] }>("/api/v1/user_tutorial_progress");
  const known = items.find((each) => each.tutorial_id === tour.id);
  return {
    tour,
    step: known && !known.completed ? Math.min(known.current_step, tour.steps.length - 1) : 0,
  };
};

/** Holds the running tutorial for the shell, and starts one when the header asks. */
export function TutorialProvider({ children }: { children: ReactNode }) {
  const [active, setActive] = useState<Tutorials["active"]>(null);
  const start = useCallback(async () => {
    try {
      const found = await load();
      if (!found) return notify.info("No tutorials available yet. Check back soon!");
      notify.done("Starting tutorial...");
      setTimeout(() => {
        setActive(found);
        void save(found.tour, found.step, false);
      }, startDelayMs);
    } catch {
      notify.failed("Could not load tutorial. Please try again.", "");
    }
  }, []);
  useEffect(() => {
    const asked = () => void start();
    window.addEventListener(tutorialEvent, asked);
    return () => window.removeEventListener(tutorialEvent, asked);
  }, [start]);
  const value = useMemo<Tutorials>(
    () => ({
      active,
      start,
      setStep: (step, completed) => {
        if (active) {
          setActive({ ...active, step });
          void save(active.tour, step, completed);
        }
      },
      end: () => setActive(null),
    }),
    [active, start],
  );
  return (
    <TutorialContext value={value}>
      {children}
      {active && (
        <Suspense>
          <TutorialOverlay />
        </Suspense>
      )}
    </TutorialContext>
  );
}
