import { useCallback, useEffect, useState } from "react";
import { api, ApiProblem, messageOf } from "#web/kit/api.ts";
import type { ProofInput } from "../proof/proof.model.ts";
import { dropWaiting, keepWaiting, waitingFor } from "./waiting.ts";

/** Where a delivery stands that this phone hands in. */
export type Sending =
  | { at: "nothing" }
  | { at: "waiting" }
  | { at: "arrived"; number: string }
  | { at: "refused"; why: string };

const give = (token: string, proof: ProofInput) =>
  api<{ number: string }>("/api/v1/delivery-proofs/give", {
    method: "POST",
    body: { token, ...proof },
  });

// Of a server that cannot be reached, or is not well, the same is asked again later.
const passes = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || error.code === "unreachable" || error.status >= 500;

const tryAgainAfter = 20_000;

/**
 * Hands a delivery in, kept on the phone first: without coverage it waits there and is sent when the line
 * is back, also after the page was closed and opened anew. The key makes one delivery of many tries.
 */
export const useSending = (
  token: string,
): { sending: Sending; handIn: (proof: ProofInput) => Promise<void> } => {
  const [sending, setSending] = useState<Sending>({ at: "nothing" });
  const send = useCallback(
    async (proof: ProofInput): Promise<void> => {
      try {
        const { number } = await give(token, proof);
        setSending({ at: "arrived", number });
      } catch (error) {
        if (passes(error)) return setSending({ at: "waiting" });
        setSending({ at: "refused", why: messageOf(error) });
      }
      await dropWaiting(token).catch(() => {});
    },
    [token],
  );
  const look = useCallback(
    () =>
      waitingFor(token).then(
        (proof) => proof && send(proof),
        () => {},
      ),
    [token, send],
  );
  useEffect(() => {
    void look();
    const heard = () => void look();
    window.addEventListener("online", heard);
    const turn = setInterval(heard, tryAgainAfter);
    return () => {
      window.removeEventListener("online", heard);
      clearInterval(turn);
    };
  }, [look]);
  const handIn = async (proof: ProofInput): Promise<void> => {
    await keepWaiting({ token, proof }).catch(() => {});
    await send(proof);
  };
  return { sending, handIn };
};
