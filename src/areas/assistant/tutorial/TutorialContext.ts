import { createContext, use } from "react";

export type Tour = {
  id: string;
  title: string;
  difficulty_level: string;
  steps: readonly { title: string; content: string; action: string | null }[];
};
export type Tutorials = {
  active: { tour: Tour; step: number } | null;
  start: () => Promise<void>;
  setStep: (step: number, completed?: boolean) => void;
  end: () => void;
};

export const TutorialContext = createContext<Tutorials | null>(null);

/** The tutorial that runs. Throws outside of its provider (SPEC 8). */
export const useTutorial = (): Tutorials => {
  const found = use(TutorialContext);
  if (!found) throw new Error("useTutorial must be used within a TutorialProvider");
  return found;
};
