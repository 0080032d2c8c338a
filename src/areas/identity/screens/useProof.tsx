import { useRef, useState, type ReactNode } from "react";
import { ApiProblem } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";

const ProofDialog = dialogOnDemand(async () => (await import("./ProofDialog.tsx")).ProofDialog);

/** The person closed the question; nothing changed. */
export class NotProved extends Error {
  override name = "NotProved";
}

/**
 * Runs a change of the ways to sign in. Where the server wants to know first that it is the person,
 * the dialog asks, and the change runs again. @throws NotProved when they close it.
 */
export const useProof = (): {
  proved: <T>(change: () => Promise<T>) => Promise<T>;
  question: ReactNode;
} => {
  const [asking, setAsking] = useState(false);
  const answer = useRef<{ yes: () => void; no: () => void } | null>(null);
  const ask = () =>
    new Promise<void>((yes, no) => {
      answer.current = { yes, no: () => no(new NotProved("Nothing was changed.")) };
      setAsking(true);
    });
  const close = (how: "yes" | "no") => {
    setAsking(false);
    answer.current?.[how]();
    answer.current = null;
  };
  return {
    proved: async (change) => {
      try {
        return await change();
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== "proof_needed") throw error;
        await ask();
        return change();
      }
    },
    question: asking && <ProofDialog onProved={() => close("yes")} onClose={() => close("no")} />,
  };
};
