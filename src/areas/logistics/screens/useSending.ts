import { useCallback, useEffect, useRef, useState } from "react";
import { api, ApiProblem, messageOf } from "#web/kit/api.ts";
import type { ProofInput } from "../proof/proof.model.ts";
import { dropWaiting, keepWaiting, waitingFor } from "./waiting.ts";

/** Where a delivery stands that this phone hands in. */
export type Sending =
  | { at: "nothing" }
  | { at: "waiting"; kept: boolean }
  | { at: "arrived"; number: string }
  /** What was refused later is given back as it was entered. */
  | { at: "refused"; why: string; proof: ProofInput };

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

// What is not as it should be is mended and sent again; a link that is over takes nothing any more.
const canBeMended = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status === 422;

const tryAgainAfter = 20_000;

/**
 * Hands a delivery in, kept on the phone first: without coverage it waits there and is sent when the line
 * is back, also after the page was closed and opened anew. The key makes one delivery of many tries. What
 * the server refuses at once `handIn` throws, and what it refuses later is given back with the reason.
 */
export const useSending = (
  token: string,
): { sending: Sending; handIn: (proof: ProofInput) => Promise<void> } => {
  const [sending, setSending] = useState<Sending>({ at: "nothing" });
  // A phone that keeps nothing holds it as long as the page is open.
  const held = useRef<ProofInput | null>(null);
  // What was refused waits for whoever mends it, not for the line.
  const refused = useRef(false);
  const send = useCallback(
    async (proof: ProofInput, kept: boolean): Promise<unknown> => {
      try {
        const { number } = await give(token, proof);
        setSending({ at: "arrived", number });
      } catch (error) {
        if (passes(error)) return void setSending({ at: "waiting", kept });
        refused.current = true;
        if (!canBeMended(error)) await dropWaiting(token).catch(() => {});
        return error;
      }
      held.current = null;
      return void (await dropWaiting(token).catch(() => {}));
    },
    [token],
  );
  const look = useCallback(async () => {
    if (refused.current) return;
    const kept = await waitingFor(token).catch(() => null);
    const proof = kept ?? held.current;
    if (!proof) return;
    const error = await send(proof, kept !== null);
    if (error) setSending({ at: "refused", why: messageOf(error), proof });
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
    refused.current = false;
    const kept = await keepWaiting({ token, proof }).then(
      () => true,
      () => false,
    );
    const error = await send(proof, kept);
    if (error) throw error;
  };
  return { sending, handIn };
};
