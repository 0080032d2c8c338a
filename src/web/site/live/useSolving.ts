import { useEffect, useRef, useState } from "react";
import type { Solve } from "./solve.model.ts";

export type Solving<Answer> = { answer: Answer; working: boolean; failure: string | null };

/**
 * The answer to a question that a visitor changes. The first question's answer comes with the page;
 * later ones are solved 250 ms
 * after the last change, in the worker. `question` null (inputs that cannot be read) keeps the
 * answer before. `key` tells questions apart.
 */
export function useSolving<Question, Answer>(
  question: Question | null,
  key: string,
  first: Answer,
  ask: (question: Question, solve: Solve, show: (answer: Answer) => void) => Promise<unknown>,
): Solving<Answer> {
  const [state, setState] = useState<Solving<Answer>>({
    answer: first,
    working: false,
    failure: null,
  });
  const started = useRef(key);
  useEffect(() => {
    if (key === started.current || question === null) return;
    started.current = key;
    let wanted = true;
    const stop = { now: () => {} };
    setState((before) => ({ ...before, working: true, failure: null }));
    const timer = setTimeout(() => {
      void import("./solver.ts")
        .then(async ({ solveInWorker, stopSolver, Superseded }) => {
          if (!wanted) return;
          stop.now = stopSolver;
          const show = (answer: Answer) => {
            if (wanted) setState({ answer, working: true, failure: null });
          };
          await ask(
            question,
            async (...asked) => {
              if (!wanted) throw new Superseded();
              return solveInWorker(...asked);
            },
            show,
          );
          if (wanted) setState((before) => ({ ...before, working: false }));
        })
        .catch((error: unknown) => {
          if (wanted)
            setState((before) => ({
              ...before,
              working: false,
              failure:
                error instanceof Error && error.message
                  ? error.message
                  : "The solver could not be loaded.",
            }));
        });
    }, 250);
    return () => {
      wanted = false;
      clearTimeout(timer);
      stop.now();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  return state;
}
