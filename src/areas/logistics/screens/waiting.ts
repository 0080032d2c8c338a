// What a phone has to hand in and could not send yet: kept on the phone, sent once there is coverage.
import type { ProofInput } from "../proof/proof.model.ts";

/** What waits, by the token of its link. */
export type Waiting = { token: string; proof: ProofInput };

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open("levee.deliveries", 1);
    asked.onupgradeneeded = () => void asked.result.createObjectStore("waiting");
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error("no store"));
  });

const within = async <T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const turn = database.transaction("waiting", mode);
      const asked = act(turn.objectStore("waiting"));
      // Kept is what the disk has, not what was asked for.
      turn.oncomplete = () => resolve(asked.result);
      turn.onabort = () => reject(turn.error ?? new Error("not kept"));
      turn.onerror = () => reject(turn.error ?? new Error("not kept"));
    });
  } finally {
    database.close();
  }
};

/** Keeps what is to be sent; rejects where the phone keeps nothing. */
export const keepWaiting = async ({ token, proof }: Waiting): Promise<void> => {
  await within("readwrite", (store) => store.put(proof, token));
};
/** What waits for a link, or null. */
export const waitingFor = async (token: string): Promise<ProofInput | null> =>
  (await within<ProofInput | undefined>("readonly", (store) => store.get(token))) ?? null;
/** It arrived, or is refused for good. */
export const dropWaiting = async (token: string): Promise<void> => {
  await within("readwrite", (store) => store.delete(token));
};
