import { connect } from "node:net";
import { keyStoreLine, socketOf } from "./keystore-line.ts";

const line = keyStoreLine({ wholeMs: 2_000, atOnce: Infinity, backOff: false });
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Why a socket of this machine cannot be connected to, as the machine names it; null where it can. */
const socketFault = (path: string): Promise<string | null> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(null);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });

/** Whether the key store takes the secret: `ok`, `refused`, or `silent`. */
const statusOf = (address: string, secret: string): Promise<"ok" | "refused" | "silent"> =>
  line(address, "/v1/status", { headers: { authorization: `Bearer ${secret}` } }).then(
    async (answer) => {
      await answer.arrayBuffer();
      if (answer.ok) return "ok";
      return answer.status === 401 ? "refused" : "silent";
    },
    () => "silent",
  );

const refusedWords = (address: string) =>
  `The key store at ${address} does not know LEVEE_KEYSTORE_SECRET. Give this server the one that the key store was started with.`;
const lockedWords = (path: string) =>
  `The key store's socket ${path} may not be used by this user. Make it a member of the socket's group (usermod -aG levee-keys levee) and start the server again.`;
const silentWords = (address: string) =>
  `The key store does not answer at ${address}. Start it (systemctl start levee-keys), or set LEVEE_KEYSTORE_URL to where it runs.`;

/**
 * Waits until a key store that somebody else keeps answers: it may be starting beside this process.
 * `tries` times, a fifth of a second apart.
 * @throws where it does not, with what to do.
 */
export const meetKeyStore = async (address: string, secret: string, tries = 50): Promise<void> => {
  const socket = socketOf(address);
  for (let left = tries; ; left--) {
    const said = await statusOf(address, secret);
    if (said === "ok") return;
    if (said === "refused") throw new Error(refusedWords(address));
    const fault = socket === null ? null : await socketFault(socket);
    if (socket !== null && fault === "EACCES") throw new Error(lockedWords(socket));
    if (left <= 1) throw new Error(silentWords(address));
    await pause(200);
  }
};
