import { useCallback, useEffect, useRef, useState } from "react";
import { api, ApiProblem, messageOf } from "#web/kit/api.ts";
import type { ProofInput } from "../proof/proof.model.ts";
import { dropWaiting, keepWaiting, waitingFor } from "./waiting.ts";

/** Where a delivery stands that this phone hands in. */
export type Sending =
  | { at: "nothing" }
  | { at: "waiting"; kept: boolean }
  | { at: "arrived"; number: string }
  | { at: "refused"; why: string };

const give = (token: string, proof: ProofInput) =>
  api<{ number: string }>("/api/v1/delivery-proofs/give", {
    method: "POST",
    body: { token, ...proof },
  });

// Of a server that cannot be reached, is not well, or asks for patience, the same is asked again later.
const passes = (error: unknown): boolean =>
  !(error instanceof ApiProblem) ||
  error.code === "unreachable" ||
  error.status === 429 ||
  error.status >= 500;

const tryAgainAfter = 20_000;

/**
 * Hands a delivery in, kept on the phone first: without coverage it waits there and is sent when the line
 * is back, also after the page was closed and opened anew. The key makes one delivery of many tries.
 */
export const useSending = (
  token: string,
): { sending: Sending; handIn: (proof: ProofInput) => Promise<void> } => {
  const [sending, setSending] = useState<Sending>({ at: "nothing" });
  // A phone that keeps nothing holds it as long as the page is open.
  const held = useRef<ProofInput | null>(null);
  const send = useCallback(
    async (proof: ProofInput, kept: boolean): Promise<void> => {
      try {
        const { number } = await give(token, proof);
        setSending({ at: "arrived", number });
      } catch (error) {
        if (passes(error)) return setSending({ at: "waiting", kept });
        setSending({ at: "refused", why: messageOf(error) });
      }
      held.current = null;
      await dropWaiting(token).catch(() => {});
    },
    [token],
  );
  const look = useCallback(async () => {
    const kept = await waitingFor(token).catch(() => null);
    const proof = kept ?? held.current;
    if (proof) await send(proof, kept !== null);
  }, [token, send]);
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
    held.current = proof;
    const kept = await keepWaiting({ token, proof }).then(
      () => true,
      () => false,
    );
    await send(proof, kept);
  };
  return { sending, handIn };
};
