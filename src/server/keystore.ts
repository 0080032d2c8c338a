import { Problem } from "#kernel/errors.ts";
import type { Binding } from "#kernel/sealing/envelope.ts";
import { keyStoreLine } from "./keystore-line.ts";
import { OutgoingRefusal } from "./outgoing/refusal.ts";

/**
 * The separate process that keeps the server's part of every bid key. All calls throw 503 when it
 * does not answer; `released` and `kept` mean on its disk.
 */
export type KeyStore = {
  /** Its raw public key (base64) and its clock. */
  status(): Promise<{ publicKey: string; now: string }>;
  /** Whose signature a statement about locked scores must bear; the first one stays. */
  pin(verifierKey: string): Promise<void>;
  /** Moves the opening of a solicitation: never before what was first promised. */
  promise(solicitationId: string, opensAt: string): Promise<void>;
  keep(part: {
    binding: Binding;
    opensAt: string;
    enc: string;
    ct: string;
    hash: string;
  }): Promise<void>;
  /**
   * Parts of envelopes, all or none. `now` is the database's clock. Throws 409 `too_early`,
   * `scores_open`, `erased`.
   */
  release(
    solicitationId: string,
    envelopeIds: readonly string[],
    now: string,
  ): Promise<ReadonlyMap<string, string>>;
  /** Which of these envelopes it keeps no part of: never put there, or erased. */
  lacking(envelopeIds: readonly string[]): Promise<{ unknown: string[]; erased: string[] }>;
  unlockPrices(solicitationId: string, statement: string): Promise<void>;
  erase(envelopeIds: readonly string[]): Promise<void>;
  eraseAll(solicitationId: string): Promise<void>;
};

const unreachable = () =>
  new Problem(
    "upstream",
    "key_store_unreachable",
    "The key store does not answer, so bids can be neither taken in nor opened. Try again in a moment.",
    { status: 503, extra: { retryAfter: 5 } },
  );

type Answer = { code?: string; message?: string } & Record<string, unknown>;

// It is tried again at once, since it may be starting; bids wait for it, and all of them ask it.
const reach = keyStoreLine({ wholeMs: 15_000, atOnce: 64, queue: 10_000, backOff: false });

/**
 * A key store at an address, with the secret that it knows the application by. Each call is tried
 * twice where the line breaks.
 */
export const keyStoreAt = (url: () => string, secret: string): KeyStore => {
  const once = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await reach(url(), path, {
      method,
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer;
    if (response.ok) return answer;
    if (response.status === 401 || response.status >= 500) throw unreachable();
    throw new Problem(
      "conflict",
      `key_store_${answer.code}`,
      answer.message ?? "The key store refused.",
      { status: response.status === 429 ? 429 : 409, extra: { opensAt: answer["opensAt"] } },
    );
  };
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    for (let tries = 1; ; tries++) {
      try {
        return await once(method, path, body);
      } catch (error) {
        if (error instanceof Problem && !(error instanceof OutgoingRefusal)) throw error;
        if (tries === 3) throw unreachable();
        await new Promise((r) => setTimeout(r, 300 * tries)); // it is being started again
      }
    }
  };
  return {
    status: async () => (await call("GET", "/v1/status")) as { publicKey: string; now: string },
    pin: async (verifierKey) => void (await call("POST", "/v1/pin", { verifierKey })),
    promise: async (group, opensAt) => void (await call("POST", "/v1/promise", { group, opensAt })),
    keep: async ({ binding, ...part }) =>
      void (await call("POST", "/v1/parts", {
        id: binding.envelopeId,
        group: binding.solicitationId,
        binding,
        ...part,
      })),
    release: async (group, ids, now) =>
      new Map(
        (
          (await call("POST", "/v1/release", { group, ids, now }))["parts"] as {
            id: string;
            part: string;
          }[]
        ).map((each) => [each.id, each.part]),
      ),
    lacking: async (ids) =>
      (await call("POST", "/v1/lacking", { ids })) as unknown as {
        unknown: string[];
        erased: string[];
      },
    unlockPrices: async (group, statement) =>
      void (await call("POST", "/v1/unlock", { group, statement })),
    erase: async (ids) => void (ids.length && (await call("POST", "/v1/erase", { ids }))),
    eraseAll: async (group) => void (await call("POST", "/v1/erase", { group })),
  };
};

let opened: KeyStore | undefined;

/**
 * The key store of this process: at LEVEE_KEYSTORE_URL with LEVEE_KEYSTORE_SECRET, which
 * `npm start` sets when it starts one itself.
 */
export const keyStore = (): KeyStore => {
  if (opened) return opened;
  const { LEVEE_KEYSTORE_URL: url, LEVEE_KEYSTORE_SECRET: secret } = process.env;
  if (!url || !secret) throw unreachable();
  return (opened = keyStoreAt(() => process.env["LEVEE_KEYSTORE_URL"] ?? url, secret));
};

/** Puts another one in its place (tests). */
export const useKeyStore = (store: KeyStore | undefined): void => void (opened = store);
